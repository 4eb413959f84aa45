// JSON text to a tree of nodes and back to indented text, every lexeme as it was written: numbers keep their digits, strings their escapes,
// members their order and their duplicates. Nothing here parses a number.

const SPACE = /[ \t\n\r]*/y;
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const SCALAR = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?|true|false|null/y;
const DEEPEST = 512;

/** Where a text stops being JSON: an offset in UTF-16 units. */
export class NoJSON extends Error {
    constructor(offset) {
        super('not JSON');
        this.offset = offset;
    }
}

/**
 * The document as a tree: {kind, text, start, end, pointer, occurrence, children}, where a child is {name, node} or {node}.
 * `occurrence` counts the members of one name in one object, since a JSON pointer stands for all of them.
 */
export function parse(text) {
    let at = 0;

    function take(pattern) {
        pattern.lastIndex = at;
        const found = pattern.exec(text);
        if (found) at = pattern.lastIndex;
        return found ? found[0] : null;
    }

    function expect(character) {
        if (text[at] !== character) throw new NoJSON(at);
        at += 1;
    }

    function value(pointer, occurrence, depth) {
        if (depth > DEEPEST) throw new NoJSON(at);
        const node = {pointer, occurrence, start: at, children: []};
        if (text[at] === '{') object(node, depth);
        else if (text[at] === '[') array(node, depth);
        else if (text[at] === '"') {
            node.kind = 'string';
            node.text = take(STRING);
        } else {
            node.text = take(SCALAR);
            node.kind = node.text === null ? '' : /[tfn]/.test(node.text[0]) ? node.text === 'null' ? 'null' : 'flag' : 'number';
        }
        if (node.text === null) throw new NoJSON(at);
        node.end = at;
        return node;
    }

    function object(node, depth) {
        node.kind = 'object';
        const seen = new Map();
        items(node, '}', () => {
            const name = take(STRING);
            if (name === null) throw new NoJSON(at);
            take(SPACE);
            expect(':');
            take(SPACE);
            const step = JSON.parse(name), count = seen.get(step) ?? 0;
            seen.set(step, count + 1);
            return {name, node: value(`${node.pointer}/${step.replaceAll('~', '~0').replaceAll('/', '~1')}`, node.occurrence + count, depth + 1)};
        });
    }

    function array(node, depth) {
        node.kind = 'array';
        items(node, ']', position => ({node: value(`${node.pointer}/${position}`, node.occurrence, depth + 1)}));
    }

    function items(node, close, item) {
        at += 1;
        take(SPACE);
        while (text[at] !== close) {
            if (node.children.length > 0) {
                expect(',');
                take(SPACE);
            }
            node.children.push(item(node.children.length));
            take(SPACE);
        }
        at += 1;
    }

    take(SPACE);
    const root = value('', 0, 0);
    take(SPACE);
    if (at < text.length) throw new NoJSON(at);
    return root;
}

/**
 * The indented text as lines of pieces: {text, kind, node?}. `kind` is what the piece is (name, string, number, flag, null, mark), `node` the value it
 * belongs to.
 */
export function lines(root) {
    const lines = [];
    let line;

    function begin(depth, node) {
        line = {depth, node, pieces: []};
        lines.push(line);
    }

    function write(node, depth) {
        if (node.children.length === 0) {
            const text = node.kind === 'object' ? '{}' : node.kind === 'array' ? '[]' : node.text;
            line.pieces.push({text, kind: node.text === undefined ? 'mark' : node.kind});
            return;
        }
        const [open, close] = node.kind === 'object' ? '{}' : '[]';
        line.pieces.push({text: open, kind: 'mark'});
        node.children.forEach((child, position) => {
            begin(depth + 1, child.node);
            if (child.name !== undefined) line.pieces.push({text: child.name, kind: 'name'}, {text: ': ', kind: 'mark'});
            write(child.node, depth + 1);
            if (position < node.children.length - 1) line.pieces.push({text: ',', kind: 'mark'});
        });
        begin(depth, node);
        line.isEnd = true;
        line.pieces.push({text: close, kind: 'mark'});
    }

    begin(0, root);
    write(root, 0);
    return lines;
}

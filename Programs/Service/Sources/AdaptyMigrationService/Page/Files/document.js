// One document on the page: a list box whose options are its lines. Lines belong to values; a value is chosen, and its lines are marked.

import {lines} from '/tokens.js';

const MOST_LINES = 5000;

export class DocumentView {
    #list;
    #prefix;
    #lines = [];
    #elements = [];
    #byPointer = new Map();
    #current = 0;

    /** `onChoose(node)` is called when a line is pointed at or moved to, `onCross()` when the reader goes to the other side. */
    constructor(list, prefix, {onChoose, onCross}) {
        this.#list = list;
        this.#prefix = prefix;
        // Not pointerover: lines that scroll under a pointer at rest are not pointed at.
        for (const name of ['pointermove', 'click']) list.addEventListener(name, event => this.#pointed(event, onChoose));
        list.addEventListener('focusin', event => this.#pointed(event, onChoose));
        list.addEventListener('keydown', event => this.#key(event, onCross));
    }

    /** Shows a tree of `tokens.js`; `tag(node)` names what happened to a value, or is null. */
    show(root, tag) {
        this.#lines = lines(root);
        const shown = this.#lines.slice(0, MOST_LINES);
        this.#byPointer = new Map();
        this.#current = 0;
        this.#elements = shown.map((line, position) => this.#element(line, position, tag));
        if (shown.length < this.#lines.length) this.#elements.push(more(this.#lines.length - shown.length));
        this.#list.replaceChildren(...this.#elements);
        this.#list.hidden = false;
    }

    clear() {
        this.#list.replaceChildren();
        this.#list.hidden = true;
        [this.#lines, this.#elements, this.#byPointer] = [[], [], new Map()];
    }

    /** The node a pointer and occurrence stand for; undefined where the document has none. */
    node(pointer, occurrence = 0) {
        const places = this.#byPointer.get(pointer) ?? [];
        return places[Math.min(occurrence, places.length - 1)]?.node;
    }

    /** Marks the lines of some nodes; when `scrolls`, as on the side that is not pointed at, the first one is gone to. */
    mark(nodes, scrolls) {
        for (const element of this.#list.querySelectorAll('.is-chosen, .is-inside')) element.classList.remove('is-chosen', 'is-inside');
        for (const node of nodes) {
            const place = this.#place(node);
            if (!place) continue;
            for (let line = place.first; line <= place.last; line += 1) this.#elements[line]?.classList.add(line === place.first ? 'is-chosen' : 'is-inside');
        }
        const place = scrolls && nodes.length > 0 ? this.#place(nodes[0]) : undefined;
        if (!place) return;
        this.#scroll(this.#elements[place.first]);
        this.#enter(place.first);
    }

    /** The first marked line, for what is drawn between the two sides; null when none is marked or it is out of sight. */
    get marked() {
        const element = this.#list.querySelector('.is-chosen');
        if (!element) return null;
        const line = element.getBoundingClientRect(), box = this.#list.getBoundingClientRect();
        const middle = (line.top + line.bottom) / 2;
        return middle > box.top && middle < box.bottom ? {middle, left: box.left, right: box.right} : null;
    }

    focus() { this.#elements[this.#current]?.focus(); }

    focusOn(node) {
        const place = this.#place(node);
        if (place) this.#elements[place.first]?.focus();
    }

    get isEmpty() { return this.#lines.length === 0; }

    #place(node) { return (this.#byPointer.get(node.pointer) ?? []).find(place => place.node === node); }

    #element(line, position, tag) {
        const element = document.createElement('li');
        element.className = 'line';
        element.setAttribute('role', 'option');
        element.setAttribute('aria-selected', 'false');
        element.id = `${this.#prefix}-${position}`;
        element.tabIndex = position === 0 ? 0 : -1;
        element.style.setProperty('--depth', Math.min(line.depth, 24));
        const code = document.createElement('code');
        for (const piece of line.pieces) code.append(span(piece.text, piece.kind));
        element.append(code);
        this.#remember(line, position);
        const told = line.isEnd ? null : tag(line.node);
        if (told) {
            element.dataset.action = told.action;
            if (told.isNews) element.append(span(told.label, 'tag'));
        }
        return element;
    }

    #remember(line, position) {
        const places = this.#byPointer.get(line.node.pointer) ?? [];
        const known = places.find(place => place.node === line.node);
        if (known) known.last = position;
        else places.push({node: line.node, first: position, last: position});
        this.#byPointer.set(line.node.pointer, places);
    }

    #pointed(event, onChoose) {
        const element = event.target.closest('.line');
        const position = this.#elements.indexOf(element);
        const line = this.#lines[position];
        if (!line || event.type === 'pointermove' && position === this.#current && element.classList.contains('is-chosen')) return;
        this.#enter(position);
        onChoose(line.node);
    }

    /** One line of the list can be reached with Tab: the last one that was chosen. */
    #enter(position) {
        const before = this.#elements[this.#current], now = this.#elements[position];
        if (!now) return;
        before?.setAttribute('aria-selected', 'false');
        if (before) before.tabIndex = -1;
        now.setAttribute('aria-selected', 'true');
        now.tabIndex = 0;
        this.#current = position;
    }

    #key(event, onCross) {
        const steps = {ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12, Home: -Infinity, End: Infinity};
        if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
            event.preventDefault();
            onCross(event.key);
        } else if (event.key in steps && !event.altKey && !event.ctrlKey && !event.metaKey) {
            event.preventDefault();
            const last = Math.min(this.#lines.length, MOST_LINES) - 1;
            this.#elements[Math.max(0, Math.min(last, this.#current + steps[event.key]))]?.focus();
        }
    }

    #scroll(element) {
        if (!element) return;
        const box = this.#list.getBoundingClientRect(), line = element.getBoundingClientRect();
        if (line.top >= box.top && line.bottom <= box.bottom) return;
        const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
        this.#list.scrollTo({top: this.#list.scrollTop + line.top - box.top - box.height / 2, behavior: isStill ? 'auto' : 'smooth'});
    }
}

function span(text, kind) {
    const element = document.createElement('span');
    element.className = kind;
    element.textContent = text;
    return element;
}

function more(count) {
    const element = document.createElement('li');
    element.className = 'more';
    element.setAttribute('role', 'presentation');
    element.textContent = `and ${count.toLocaleString()} more lines`;
    return element;
}

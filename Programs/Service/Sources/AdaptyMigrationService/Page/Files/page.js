// The page: a payload goes to /explain, and what comes back is shown from every side.

import {parse} from '/tokens.js';
import {DocumentView} from '/document.js';
import {toFragment, fromFragment} from '/link.js';
import {QUIET, badge, entryOf, occurrence, table, words} from '/lineage.js';
import {button, code, element, item, list, marked, mood, pair, paragraph, small, strong} from '/elements.js';

const LONGEST = 1 << 20;

/** What this page can do where the service leaves it to its client. */
const REMEDIES = {
    'not-acceptable': 'choose another dialect under “Convert to”',
    'unknown-version': 'choose a dialect under “Convert to”',
};

const $ = id => document.getElementById(id);
const payload = $('payload');
const views = {};
let result = null, request = null, timer = 0, isEditing = true, chosen = {to: '', from: ''};
/** Whether the answer is to be shown in place of the text; a reader who goes on writing keeps the text. */
let showsDocument = false;

for (const side of ['source', 'target']) {
    views[side] = new DocumentView($(side), side, {
        onChoose: node => choose(side, node),
        onCross: key => cross(side, key),
    });
    $(side).addEventListener('scroll', drawThread, {passive: true});
}

// Asking

function ask(showsAnswer) {
    clearTimeout(timer);
    request?.abort();
    showsDocument = showsAnswer;
    const text = payload.value;
    if (text.trim() === '') return reset();
    const size = new TextEncoder().encode(text).length;
    if (size > LONGEST) return refuse({title: 'Too long', detail: `The payload has ${size.toLocaleString()} bytes; the limit of this page is ${LONGEST.toLocaleString()}.`, remedy: 'use adapty-migrate for files of any size'}, text);
    const asking = new AbortController();
    request = asking;
    $('target-pane').setAttribute('aria-busy', 'true');
    explain(text, asking.signal).finally(() => { if (request === asking) $('target-pane').removeAttribute('aria-busy'); });
}

async function explain(text, signal) {
    try {
        const response = await fetch(`/explain?${new URLSearchParams(chosen)}`, {method: 'POST', body: text, headers: {'content-type': 'application/json'}, signal});
        const answer = await response.json();
        if (signal.aborted) return;
        if (response.ok) show(answer);
        else refuse(answer, text);
    } catch (error) {
        if (error.name !== 'AbortError') refuse({title: 'No answer', detail: 'The server could not be reached, or its answer was damaged.', remedy: 'try again in a moment'}, text);
    }
}

// Showing

function show(answer) {
    const source = parse(answer.source.text), target = parse(answer.target.text);
    result = {answer, source: table(answer.lineage, 'sources'), target: table(answer.lineage, 'targets')};
    $('problem').hidden = true;
    markLine(0);
    payload.removeAttribute('aria-invalid');
    views.source.show(source, node => tag('source', node));
    views.target.show(target, node => tag('target', node));
    showVerdict(answer);
    showRest(answer);
    for (const id of ['verdict', 'legend', 'story', 'rest', 'actions']) $(id).hidden = false;
    $('waiting').hidden = true;
    const hadFocus = document.activeElement === payload;
    edit(isEditing && !showsDocument);
    if (hadFocus && !isEditing) views.source.focus();
    $('told').replaceChildren(hint());
    drawThread();
    say(`${answer.detection.dialect} ${answer.detection.kind}, converted to ${answer.target.dialect}. ${answer.roundTrip.isExact ? 'The way back gives the same bytes.' : 'The way back gives different bytes.'}`);
}

function tag(side, node) {
    const found = entryOf(result[side], node);
    if (!found || found.rest !== '') return null;
    const {action} = found.entry;
    return {action, label: words(action)[0], isNews: !QUIET.has(action) && node.children.length === 0 || action === 'stashed' || action === 'restored'};
}

function showVerdict({detection, source, target, roundTrip, access}) {
    $('found').replaceChildren(code(detection.dialect), ` ${detection.kind}`);
    $('fits').hidden = detection.alsoFits.length === 0;
    $('fits').textContent = `It also fits ${detection.alsoFits.join(', ')}, and would become the same document.`;
    $('evidence').replaceChildren(...detection.evidence.map(fact));
    mood($('proof'), roundTrip.isExact);
    $('proof-title').textContent = roundTrip.isExact ? 'is exact' : 'is not exact';
    $('proof-text').textContent = roundTrip.isExact
        ? `Converted back from ${target.dialect}, all ${source.bytes.toLocaleString()} bytes are the same.` : 'Converted back, the document differs from your payload.';
    $('digests').replaceChildren(...pair('yours', source.sha256), ...pair('back again', roundTrip.sha256 ?? 'refused'));
    mood($('access'), access.isSame);
    $('access-title').textContent = access.isSame ? 'is the same' : 'differs';
    $('access-text').textContent = access.isSame ? `Levels, expiry, renewal, refunds and revenue are the same on both sides, compared at ${instant(access.at)}.` : `Compared at ${instant(access.at)}:`;
    $('differences').replaceChildren(...access.differences.map(item));
    $('target-title').replaceChildren('Becomes ', code(target.dialect));
    showTargets(detection);
}

function showTargets({targets, kind}) {
    const current = kind === 'event' ? 'webhook' : 'sdk2';
    const options = ['', ...targets].map(name => {
        const option = new Option(name === '' ? `the current dialect (${current})` : name, name);
        option.selected = name === chosen.to;
        return option;
    });
    $('to').replaceChildren(...options);
}

function showRest({residue, ledger, lineage}) {
    $('residue-text').textContent = residue === null
        ? 'None: the converted document contains everything.'
        : `${new TextEncoder().encode(residue).length.toLocaleString()} bytes beside the document contain the original, and make the way back exact. In a document they are its last member, _adapty_migration.`;
    $('residue-details').hidden = residue === null;
    $('residue').textContent = residue ?? '';
    $('losses').replaceChildren(...ledger.losses.map(loss => item(badge(loss.action), ' ', loss.path === '' ? '' : place(loss.path, loss.path), loss.target ? code(loss.target) : '', loss.note === '' ? '' : ` ${loss.note}`)));
    $('losses-card').hidden = ledger.losses.length === 0;
    const counts = new Map();
    for (const entry of lineage) counts.set(entry.action, (counts.get(entry.action) ?? 0) + 1);
    $('legend').replaceChildren(...[...counts].sort((a, b) => b[1] - a[1]).map(([action, count]) => item(badge(action), ` ${count}`)));
}

// Choosing a field

function choose(side, node) {
    const found = entryOf(result[side], node), other = side === 'source' ? 'target' : 'source';
    if (!found) {
        views[side].mark([node], false);
        views[other].mark([], false);
        $('told').replaceChildren(node.pointer === '' ? paragraph('The whole document.') : paragraph('This member belongs to the residue, so it has no history.'));
        return drawThread();
    }
    const {entry, rest} = found;
    const near = side === 'source' ? entry.sources : entry.targets, far = side === 'source' ? entry.targets : entry.sources;
    const counterparts = far.map(pointer => views[other].node(pointer + rest, occurrence(result[other], pointer, entry)) ?? views[other].node(pointer)).filter(Boolean);
    const mates = rest === '' ? near.map(pointer => views[side].node(pointer)).filter(mate => mate && mate !== node) : [];
    views[side].mark([node, ...mates], false);
    views[other].mark(counterparts, true);
    tell(entry, rest);
    drawThread();
}

function tell(entry, rest) {
    const way = document.createElement('p');
    way.className = 'way';
    way.append(badge(entry.action), ' ');
    way.append(entry.sources.length > 0 ? list(entry.sources) : small('not in the payload'), ' → ', entry.targets.length > 0 ? list(entry.targets) : small('not in the document'));
    const told = [way];
    if (entry.summary) told.push(element('p', element('strong', ...marked(entry.summary))));
    const isHistory = entry.note === entry.history;
    told.push(paragraph(words(entry.action)[1], entry.note && !isHistory && entry.action !== 'wrapped' ? ` ${capital(entry.note).replace(/\.$/, '')}.` : '', rest === '' ? '' : ` (You are at ${rest.slice(1)} inside it.)`));
    if (entry.history) told.push(paragraph(...marked(entry.history)));
    if (entry.row) {
        const row = paragraph(small(`${entry.table}, row ${entry.row}, ${entry.codec}`));
        row.className = 'row';
        told.push(row);
    }
    $('told').replaceChildren(...told);
}

function cross(side, key) {
    const other = side === 'source' ? 'target' : 'source';
    if ((key === 'ArrowRight') !== (side === 'source') || views[other].isEmpty) return;
    views[other].focus();
}

/** From a place that is told of elsewhere on the page to its line. */
function goTo(pointer) {
    let path = pointer;
    while (path !== '' && !views.source.node(path)) path = path.slice(0, path.lastIndexOf('/'));
    const node = views.source.node(path);
    if (!node) return;
    edit(false);
    views.source.focusOn(node);
}

/** A line between the two sides of the chosen field. */
function drawThread() {
    const thread = $('thread'), from = $('source').hidden ? null : views.source.marked, to = views.target.marked;
    thread.replaceChildren();
    if (!from || !to || to.left <= from.right) return;
    const box = thread.getBoundingClientRect();
    const [y1, y2, width] = [from.middle - box.top, to.middle - box.top, box.width];
    const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
    path.setAttribute('d', `M0 ${y1} C ${width / 2} ${y1}, ${width / 2} ${y2}, ${width} ${y2}`);
    thread.append(path);
}

// Refusing

function refuse(problem, text) {
    result = null;
    for (const id of ['verdict', 'legend', 'story', 'rest', 'actions']) $(id).hidden = true;
    say('');
    $('target-title').textContent = 'Becomes';
    views.source.clear();
    views.target.clear();
    drawThread();
    edit(true);
    $('waiting').hidden = false;
    const title = paragraph(strong(problem.title ?? 'Refused'));
    const parts = [title, paragraph(capital(problem.detail ?? ''), '.')];
    const remedy = problem.remedy ?? REMEDIES[problem.code];
    if (remedy) parts.push(paragraph('What to do: ', remedy, '.'));
    if (problem.line) {
        const offset = offsetOf(text, problem.line, problem.column);
        const go = button(`Go to line ${problem.line}, column ${offset.column}`, () => {
            payload.focus();
            payload.setSelectionRange(offset.start, Math.min(text.length, offset.start + 1));
            payload.scrollTop = Math.max(0, (problem.line - 4) * parseFloat(getComputedStyle(payload).lineHeight));
        });
        parts.push(go);
        markLine(problem.line);
    } else {
        markLine(0);
    }
    $('problem').replaceChildren(...parts);
    $('problem').hidden = false;
    payload.setAttribute('aria-invalid', 'true');
}

/** Lines count from 1, columns in bytes from 1; a text area counts in UTF-16 units. */
function offsetOf(text, line, column) {
    let start = 0;
    for (let passed = 1; passed < line; passed += 1) start = text.indexOf('\n', start) + 1;
    const bytes = new TextEncoder().encode(text.slice(start).split('\n', 1)[0]).slice(0, column - 1);
    const units = new TextDecoder().decode(bytes).length;
    return {start: start + units, column: units + 1};
}

function markLine(line) {
    const count = Math.max(1, payload.value.split('\n').length);
    const numbers = Array.from({length: Math.min(count, 20000)}, (_, position) => {
        const number = document.createElement('span');
        number.textContent = `${position + 1}\n`;
        if (position + 1 === line) number.className = 'is-wrong';
        return number;
    });
    $('gutter').replaceChildren(...numbers);
    $('gutter').scrollTop = payload.scrollTop;
}

function reset() {
    result = null;
    for (const id of ['verdict', 'legend', 'story', 'rest', 'actions', 'problem']) $(id).hidden = true;
    say('');
    views.source.clear();
    views.target.clear();
    $('waiting').hidden = false;
    $('target-title').textContent = 'Becomes';
    payload.removeAttribute('aria-invalid');
    edit(true);
    markLine(0);
    drawThread();
}

// Moving between text and document

function edit(isOn) {
    isEditing = isOn || result === null;
    $('editor').hidden = !isEditing;
    $('source').hidden = isEditing;
    $('edit').setAttribute('aria-pressed', String(isEditing));
    $('edit').disabled = result === null;
    $('edit').textContent = isEditing ? 'Show document' : 'Edit';
    if (isEditing) markLine(0);
    drawThread();
}

function take(text, {to = '', from = ''} = {}) {
    payload.value = text;
    chosen = {to, from};
    for (const side of ['to', 'from']) $(side).value = chosen[side];
    ask(true);
}

// Words and places

const hint = () => paragraph('Point at a line, or move to one with the arrow keys; ', element('kbd', '←'), ' and ', element('kbd', '→'), ' go to the other side.');
const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
const instant = text => text.replace(/\.\d+Z$/, 'Z');
const say = text => { $('status').textContent = text; };

/** A fact that leads to the place it speaks of. */
function place(pointer, text) {
    const made = button('', () => goTo(pointer));
    made.className = 'place';
    if (text === pointer) {
        const steps = pointer.split('/');
        made.append(code(steps.length > 2 ? `…/${steps.at(-1)}` : pointer));
        made.title = pointer;
        made.setAttribute('aria-label', `Go to ${pointer}`);
    } else {
        made.append(text);
    }
    return made;
}

/** A fact that decided; the pointer it begins with leads to its place. */
function fact({fact, pointer}) {
    if (pointer === null) return item(fact);
    if (fact.startsWith(pointer)) return item(place(pointer, pointer), fact.slice(pointer.length));
    const end = ` (${pointer})`;
    return fact.endsWith(end) ? item(fact.slice(0, -end.length), ': ', place(pointer, pointer)) : item(place(pointer, fact));
}

async function copy(text, what) {
    try {
        await navigator.clipboard.writeText(text);
        say(`${what} copied.`);
    } catch {
        say('The browser does not let this page use the clipboard.');
    }
}

/** What `/convert` answers by default: the document with the residue as its last member. */
async function embedded() {
    const query = new URLSearchParams({to: result.answer.target.dialect, from: chosen.from});
    const response = await fetch(`/convert?${query}`, {method: 'POST', body: payload.value, headers: {'content-type': 'application/json'}});
    return response.text();
}

// What the reader does

payload.addEventListener('input', event => {
    showsDocument = false;
    markLine(0);
    clearTimeout(timer);
    timer = setTimeout(() => ask(false), event.inputType === 'insertFromPaste' ? 0 : 350);
});
payload.addEventListener('paste', () => setTimeout(() => ask(true)));
payload.addEventListener('scroll', () => { $('gutter').scrollTop = payload.scrollTop; }, {passive: true});
$('edit').addEventListener('click', () => {
    showsDocument = false;
    edit(!isEditing);
    if (isEditing) payload.focus();
    else views.source.focus();
});
for (const side of ['to', 'from']) {
    $(side).addEventListener('change', () => {
        chosen[side] = $(side).value;
        ask(!isEditing);
    });
}
$('copy').addEventListener('click', () => copy(result.answer.target.text, 'Document'));
$('copy-embedded').addEventListener('click', async () => copy(await embedded(), 'Document with residue'));
$('share').addEventListener('click', async () => {
    history.replaceState(null, '', await toFragment(payload.value, chosen));
    await copy(location.href, 'Link');
});
addEventListener('resize', drawThread);
addEventListener('scroll', drawThread, {passive: true});
addEventListener('hashchange', open);

async function open() {
    const shared = await fromFragment(location.hash, LONGEST);
    if (shared) take(shared.text, shared);
    else if (location.hash.includes('p=')) refuse({title: 'A damaged link', detail: 'what the link holds after # cannot be read', remedy: 'ask for the link again, or paste the payload'}, '');
}

async function samples() {
    const response = await fetch('/samples.json');
    for (const {title, text} of await response.json()) $('samples').append(button(title, () => take(text)));
}

$('why').open = matchMedia('(min-width: 60rem)').matches;
edit(true);
await samples();
await open();

// What happened to each field: the lineage by pointer, and its actions in words.

import {element} from '/elements.js';

/** The lineage by pointer; several entries where a name repeats. */
export function table(lineage, side) {
    const entries = new Map();
    for (const entry of lineage) {
        for (const pointer of entry.action === 'missing' ? [] : entry[side]) entries.set(pointer, [...entries.get(pointer) ?? [], entry]);
    }
    return entries;
}

/** The entry that speaks of a node: its own, or that of the value it is inside of, with what leads from there to it. */
export function entryOf(table, node) {
    let pointer = node.pointer;
    for (;;) {
        const entries = table.get(pointer);
        if (entries) return {entry: entries[Math.min(node.occurrence, entries.length - 1)], rest: node.pointer.slice(pointer.length)};
        const slash = pointer.lastIndexOf('/');
        if (slash < 0) return null;
        pointer = pointer.slice(0, slash);
    }
}

/** Which of several members of one name an entry speaks of. */
export function occurrence(table, pointer, entry) { return (table.get(pointer) ?? []).indexOf(entry); }

/** A label for the line of a field, and a sentence for people. */
const ACTIONS = {
    copied: ['copied', 'Kept byte for byte.'],
    renamed: ['renamed', 'Kept under another name; the value is the same bytes.'],
    recoded: ['recoded', 'Written in the form that the target reads. The meaning is the same.'],
    repaired: ['repaired', 'A form that only old SDKs accepted, rewritten as intended.'],
    stashed: ['to residue', 'The target has no place for it. The residue has it, and a downgrade restores it.'],
    restored: ['restored', 'Restored from the residue.'],
    defaulted: ['placeholder', 'A placeholder: the target requires it, but the source does not have it.'],
    derived: ['derived', 'Computed from other fields at the given instant.'],
    missing: ['missing', 'The target requires it, but the source does not have it. No value is invented.'],
    unreadable: ['unreadable', 'Not in a form that this field can have; kept as it is.'],
    unknown: ['unknown', 'In no table of Adapty’s; kept as it is.'],
    wrapped: ['frame', 'Only a frame around other members.'],
    dropped: ['dropped', 'An edit that the older dialect has no place for.'],
    stale: ['stale', 'Edited since the upgrade; the old text was not restored.'],
    'newer-than-target': ['unchanged', 'Newer than the target; the document stays as it is.'],
    'no-successor': ['unchanged', 'The target has no such record; the document stays as it is.'],
};
/** Actions of which a line says nothing. */
export const QUIET = new Set(['copied', 'wrapped', 'unknown']);

/** The label and the sentence of an action; its name, where this page does not know it. */
export const words = action => ACTIONS[action] ?? [action, ''];

export function badge(action) {
    const made = element('span', words(action)[0]);
    made.className = 'badge';
    made.dataset.action = action;
    return made;
}

// The small elements that the page is made of.

export function element(name, ...children) {
    const made = document.createElement(name);
    made.append(...children);
    return made;
}

export const paragraph = (...children) => element('p', ...children);
export const item = (...children) => element('li', ...children);
export const strong = text => element('strong', text);
export const code = text => element('code', text);
export const small = text => element('small', text);
export const pair = (name, value) => [element('dt', name), element('dd', code(value))];

export function list(pointers) {
    const made = element('span');
    pointers.forEach((pointer, position) => made.append(position > 0 ? ', ' : '', code(pointer)));
    return made;
}

export function button(text, act) {
    const made = element('button', text);
    made.type = 'button';
    made.addEventListener('click', act);
    return made;
}

/** Names between backquotes are code. */
export function marked(text) { return text.split('`').map((part, position) => position % 2 === 1 ? code(part) : part); }

export function mood(card, isGood) {
    card.classList.toggle('is-good', isGood);
    card.classList.toggle('is-bad', !isGood);
}

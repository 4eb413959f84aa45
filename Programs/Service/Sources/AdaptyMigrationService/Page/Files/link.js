// A payload in the part of the URL after #, which browsers never send: compressed (deflate), then base64url.

/** `#to=sdk2&from=&p=…` */
export async function toFragment(text, {to, from}) {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    const packed = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    return `#${new URLSearchParams({to, from, p: packed})}`;
}

/** {text, to, from}; `null` when the fragment holds no payload, or a damaged one. */
export async function fromFragment(fragment, longest) {
    const members = new URLSearchParams(fragment.replace(/^#/, ''));
    const packed = members.get('p');
    if (!packed) return null;
    try {
        const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
        const bytes = Uint8Array.from(binary, character => character.charCodeAt(0));
        const text = await inflate(bytes, longest);
        return {text, to: members.get('to') ?? '', from: members.get('from') ?? ''};
    } catch {
        return null;
    }
}

/** A small fragment can stand for a large text: what is longer than a payload may be is not unpacked. */
async function inflate(bytes, longest) {
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
    const parts = [];
    let length = 0;
    for (;;) {
        const {done, value} = await reader.read();
        if (done) break;
        length += value.length;
        if (length > longest) throw new RangeError('too long');
        parts.push(value);
    }
    return new TextDecoder('utf-8', {fatal: true}).decode(await new Blob(parts).arrayBuffer());
}

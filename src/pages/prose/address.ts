/** Behind what a bare address may stand: nothing, a space, or something that opens. In `](http…` and `":http…` it is no bare one. */
const BEFORE = /^$|[\s([{<*_'"“‘«]/;
const ADDRESS = /https?:\/\/[^\s<>"“”«»`\\^{|}\ufdd0\ufdd1]{3,2000}/y;
const REFERENCE = /\]:? ?[(]?$/;

/** Where the address that begins at `at` ends, in a text that is not only addresses; undefined where none is. */
export function addressAt(text: string, at: number): number | undefined {
  if (!BEFORE.test(text.slice(Math.max(0, at - 1), at))) return undefined;
  // Markdown's own: [text](http…), [name]: http…, <http…>
  if (text.charAt(at - 1) === '<' || REFERENCE.test(text.slice(Math.max(0, at - 3), at))) return undefined;
  ADDRESS.lastIndex = at;
  const found = ADDRESS.exec(text)?.[0];
  if (found === undefined) return undefined;
  const address = withoutTail(found);
  return linkTarget(address) === undefined ? undefined : at + address.length;
}

const TAIL = /[.,;:!?*_'’]$/;

/** Without the punctuation that belongs to the sentence, and the bracket that was opened before. */
export function withoutTail(address: string): string {
  let end = address.length;
  let open = 0;
  for (const character of address) open += character === '(' ? 1 : character === ')' ? -1 : 0;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (last === ')' && open < 0) open += 1;
    else if (last !== ']' && !TAIL.test(last)) break;
  }
  return address.slice(0, end);
}

const LONGEST_TARGET = 2_000;

/** An address as a link may have it; undefined for any other, `javascript:` above all. */
export function linkTarget(address: string): string | undefined {
  if (address.length > LONGEST_TARGET || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' || protocol === 'mailto:' ? href : undefined;
}

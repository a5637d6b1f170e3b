/**
 * What may precede a bare address: nothing, a space, or an opening character. In `](http…` and `":http…` it is not
 * bare.
 */
const BEFORE = /^$|[\s([{<*_'"“‘«]/;
const ADDRESS = /https?:\/\/[^\s<>"“”«»`\\^{|}\ufdd0\ufdd1]{3,2000}/y;
const REFERENCE = /\]:? ?[(]?$/;

/** The end of the bare address that begins at `at`; undefined if there is none. */
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

/** Strips trailing punctuation and unbalanced closing brackets: they belong to the sentence around the address. */
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

/** An address that is safe to link to; undefined for any other, such as `javascript:`. */
export function linkTarget(address: string): string | undefined {
  if (address.length > LONGEST_TARGET || !URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return protocol === 'https:' || protocol === 'http:' || protocol === 'mailto:' ? href : undefined;
}

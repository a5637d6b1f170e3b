/**
 * The name of the element that an XML document begins with, with its prefix; `''` when the text begins otherwise. Only for
 * telling formats apart: what is before it is passed over, right or wrong.
 *
 * @param head the document's first characters
 */
export function xmlRootName(head: string): string {
  let at = afterBlanks(head, 0);
  for (let asides = 0; asides < MOST_ASIDES; asides++) {
    const end = endOfAside(head, at);
    if (end === undefined) break;
    at = afterBlanks(head, end);
  }
  ROOT.lastIndex = at;
  return ROOT.exec(head)?.[1] ?? '';
}

/** Each is looked for to the end of the text. */
const MOST_ASIDES = 100;

const ROOT = /<([A-Za-z_][\w.-]{0,100}(?::[A-Za-z_][\w.-]{0,100})?)[\s/>]/y;

function afterBlanks(text: string, from: number): number {
  BLANKS.lastIndex = from;
  BLANKS.exec(text);
  return BLANKS.lastIndex;
}

const BLANKS = /\s*/y;

/** Where a declaration, a comment or a document type that begins here has its end. */
function endOfAside(text: string, at: number): number | undefined {
  if (text.startsWith('<?', at)) return after(text, '?>', at);
  if (text.startsWith('<!--', at)) return after(text, '-->', at);
  if (!text.startsWith('<!', at)) return undefined;
  const bracket = text.indexOf('[', at);
  const end = after(text, '>', at);
  return bracket === -1 || end === undefined || bracket > end ? end : after(text, ']>', bracket);
}

function after(text: string, mark: string, from: number): number | undefined {
  const found = text.indexOf(mark, from);
  return found === -1 ? undefined : found + mark.length;
}

/**
 * The name of the root element, with its prefix; `''` when there is none. Only for recognising formats: what comes
 * before it is skipped, valid or not.
 *
 * @param head the first characters of the document
 */
export function xmlRootName(head: string): string {
  let at = afterBlanks(head, 0);
  for (let asides = 0; asides < MAX_ASIDES; asides++) {
    const end = endOfAside(head, at);
    if (end === undefined) break;
    at = afterBlanks(head, end);
  }
  ROOT.lastIndex = at;
  return ROOT.exec(head)?.[1] ?? '';
}

/** Limited because each search may run to the end of the text. */
const MAX_ASIDES = 100;

const ROOT = /<([A-Za-z_][\w.-]{0,100}(?::[A-Za-z_][\w.-]{0,100})?)[\s/>]/y;

function afterBlanks(text: string, from: number): number {
  BLANKS.lastIndex = from;
  BLANKS.exec(text);
  return BLANKS.lastIndex;
}

const BLANKS = /\s*/y;

/** End of a declaration, comment or document type that begins here. */
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

import { html, type Html } from './html.ts';

const AUTO = html`dir="auto"`;
const LEFT_TO_RIGHT = html`dir="ltr"`;
/**
 * Text whose first letter is a Hebrew or Arabic presentation form. Browsers derive the direction of the text from it,
 * but ligatures such as U+FDFA are used in texts of any script.
 */
const BEGINS_WITH_FORMS = /^\P{L}*[\ufb1d-\ufdff\ufe70-\ufefc]/u;
const FIRST_OTHER_LETTER = /(?![\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/u;
const FROM_RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Whether a browser would show left-to-right text from right to left. */
function isMistaken(text: string): boolean {
  if (!BEGINS_WITH_FORMS.test(text)) return false;
  const [letter] = FIRST_OTHER_LETTER.exec(text) ?? [];
  return letter !== undefined && !FROM_RIGHT.test(letter);
}

/** The `dir` attribute of an element with catalogue text: its direction follows its script. */
export function direction(text: string): Html {
  return isMistaken(text) ? LEFT_TO_RIGHT : AUTO;
}

const THEIRS = { leftToRight: html`dir="ltr" lang=""`, auto: html`dir="auto" lang=""` };

/** Attributes of an element with catalogue text: its direction, and that its language is unknown (HTML, 3.2.6.2). */
export function theirs(text: string): Html {
  return isMistaken(text) ? THEIRS.leftToRight : THEIRS.auto;
}

/** Catalogue text within a line of the page's own text. @param shown the text with its markup, if it has any */
export function words(text: string, shown: Html | string = text): Html {
  return isMistaken(text) ? html`<bdi lang="" ${LEFT_TO_RIGHT}>${shown}</bdi>` : html`<bdi lang="">${shown}</bdi>`;
}

/** Combining marks and joiners, which belong to the preceding character. */
const BELONGS_TO_LAST = /[\p{M}\u200d]/u;
const JOINER = '\u200d';
/** Characters that take one byte in HTML. */
const PLAIN = /^[\x20!#-%'-;=?-~]*$/;

/** Cuts text between characters if its HTML is too long. @param most bytes of escaped UTF-8 */
export function shortened(text: string, most: number): string {
  // No character takes more than the six bytes of an escaped quotation mark.
  if (text.length * 6 <= most || (text.length <= most && PLAIN.test(text))) return text;
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += bytesOf(character);
    if (bytes > most) return `${text.slice(0, whole(text, end)).trimEnd()}…`;
    end += character.length;
  }
  return text;
}

function bytesOf(character: string): number {
  switch (character) {
    case '&':
      return 5;
    case '<':
    case '>':
      return 4;
    case '"':
      return 6;
    default:
      return Buffer.byteLength(character);
  }
}

/** The last position up to `end` that is not within a character. */
function whole(text: string, end: number): number {
  let at = end;
  while (at > 0 && (BELONGS_TO_LAST.test(characterAt(text, at)) || text.charAt(at - 1) === JOINER)) {
    at -= 1;
    if (/[\udc00-\udfff]/.test(text.charAt(at))) at -= 1;
  }
  return at;
}

function characterAt(text: string, at: number): string {
  return String.fromCodePoint(text.codePointAt(at) ?? 0);
}

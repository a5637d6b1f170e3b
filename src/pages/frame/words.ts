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

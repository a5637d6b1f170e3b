import { escapedXml } from '#representations/json/xml-text.ts';
import { html, verbatim, type Html } from '../frame/html.ts';
import { shortened } from '../frame/words.ts';
import { formulaLine } from './formula-line.ts';
import { type Insertion, Insertions, insertionText } from './insertions.ts';
import { OpenMarks } from './open-marks.ts';

/** Beginnings of TeX: a quick test, since most titles have none. */
const TEX = /[\\$`]|--/;
/** Maximum characters of a title whose TeX is converted; longer ones are shown as written. */
const MAX_LENGTH = 2_000;

/** A title, or another text on one line without markup, with its TeX as text, formulas and emphasis. */
export function titleHtml(title: string): Html {
  const parts = partsOf(title);
  if (parts === undefined) return html`${title}`;
  const marks = new OpenMarks();
  let markup = '';
  for (const part of parts) {
    if (typeof part !== 'string' && part.kind === 'mark') {
      if (part.isEnd) markup += marks.close(part.mark);
      else if (part.mark !== 'a') marks.open({ mark: part.mark, href: '' });
    } else markup += marks.write() + shown(part);
  }
  // Safe, because all text is escaped, and the elements are ours.
  return verbatim(markup + marks.suspend());
}

/** A title as plain text, for attributes and for titles that are cut. */
export function titleText(title: string): string {
  const parts = partsOf(title);
  if (parts === undefined) return title;
  return parts.map((part) => (typeof part === 'string' ? part : insertionText(part))).join('');
}

/** A title; if it is too long, it is cut and has no markup. @param most bytes, as for `shortened` */
export function shortTitle(title: string, most: number): Html {
  const text = titleText(title);
  const short = shortened(text, most);
  return short === text ? titleHtml(title) : html`${short}`;
}

/** The text and the TeX of a title; undefined if it has none. */
function partsOf(title: string): (string | Insertion)[] | undefined {
  if (!TEX.test(title) || title.length > MAX_LENGTH) return undefined;
  const insertions = new Insertions();
  const parts = insertions.parts(insertions.lift(title, 'none'));
  return parts.some((part) => typeof part !== 'string' && part.kind !== 'address') ? parts : undefined;
}

function shown(part: string | Insertion): string {
  if (typeof part === 'string') return escapedXml(part);
  const line = part.kind === 'formula' ? formulaLine(part, 'html') : undefined;
  return line ?? escapedXml(insertionText(part));
}

import { withoutForbidden } from '#representations/printable.ts';
import { escapedXml } from '#representations/json/xml-text.ts';

/** A piece of HTML: markup of ours, in which all text of others is escaped. Only what is here makes one of text. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export const NOTHING = new Html('');

/** Content of an element in which nothing is a reference, such as a script; made safe for it before. */
export function verbatim(text: string): Html {
  return new Html(withoutForbidden(text));
}

export type HtmlValue = string | number | Html | readonly Html[];

/** The fixed parts of each template, with the white space that they are sent with. */
const fixedParts = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * A piece of HTML. Strings among the values are escaped, for elements and for attributes in double quotes alike; pieces
 * of HTML are inserted as they are. Line breaks beside the tags of blocks are for whoever reads the template, and are
 * not sent.
 */
export function html(template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const fixed = fixedPartsOf(template);
  let markup = fixed[0] ?? '';
  for (let at = 0; at < values.length; at += 1) markup += written(values[at] ?? '') + (fixed[at + 1] ?? '');
  return new Html(markup);
}

/** Worked out once for each template. */
export function fixedPartsOf(template: TemplateStringsArray): readonly string[] {
  let fixed = fixedParts.get(template);
  if (fixed === undefined) fixedParts.set(template, (fixed = withoutIndentation(template.join(VALUE)).split(VALUE)));
  return fixed;
}

/** Stands for a value while white space is taken out. No template has it. */
const VALUE = '\0';

const BLOCKS =
  'address article aside body caption dd details div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 head header html li ' +
  'link main meta nav ol option p script section summary table tbody td th thead title tr ul';
const BLOCK = `(?:${BLOCKS.replaceAll(' ', '|')})`;
const LINE_BREAK = String.raw`\s*\n\s*`;
/** Beside these no browser shows white space (CSS Text 3, 4.1): around blocks, and inside buttons and selects. */
const UNSEEN = [
  new RegExp(`(?<=</?${BLOCK}\\b[^>]*>|<(?:button|select)\\b[^>]*>)${LINE_BREAK}`, 'g'),
  new RegExp(`${LINE_BREAK}(?=</?${BLOCK}\\b|</(?:button|select)>)`, 'g'),
];

function withoutIndentation(markup: string): string {
  let text = markup;
  for (const unseen of UNSEEN) text = text.replace(unseen, '');
  return text.replace(/\s*\n\s*/g, ' ');
}

export function written(value: HtmlValue): string {
  if (value instanceof Html) return value.markup;
  if (typeof value === 'string') return escapedXml(value);
  if (typeof value === 'number') return String(value);
  let text = '';
  for (const piece of value) text += piece.markup;
  return text;
}

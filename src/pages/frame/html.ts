import { escapedXml, withoutForbidden } from '#representations/json/xml-text.ts';

/** A piece of safe HTML. It can only be made by this module, which escapes all text. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

export const NOTHING = new Html('');

const BEYOND_LATIN_1 = /[^\0-\xff]/gu;

/**
 * Prepares markup that is to be cached for pages that contain it. V8 keeps concatenated strings as trees of pieces, and
 * would copy them piece by piece; and a single character beyond Latin-1 makes it use two bytes for every character of
 * the page, which take several times as long to encode. So such characters are written as references.
 */
export function inOnePiece(markup: string): string {
  return Buffer.from(markup.replace(BEYOND_LATIN_1, reference)).toString();
}

function reference(character: string): string {
  return `&#${String(character.codePointAt(0))};`;
}

/** Content that is not escaped, such as that of a script element. The caller must have made it safe. */
export function verbatim(text: string): Html {
  return new Html(withoutForbidden(text));
}

type HtmlValue = string | number | Html | readonly Html[];

/** The literal parts of each template, without the white space that is not sent. */
const fixedParts = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * Template tag for HTML. Strings among the values are escaped, for elements and double-quoted attributes alike; pieces
 * of HTML are inserted as they are. Line breaks next to block tags only format the template, and are not sent.
 */
export function html(template: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  const fixed = fixedPartsOf(template);
  let markup = fixed[0] ?? '';
  for (let at = 0; at < values.length; at += 1) markup += written(values[at] ?? '') + (fixed[at + 1] ?? '');
  return new Html(markup);
}

/** The literal parts of a template, computed once. */
function fixedPartsOf(template: TemplateStringsArray): readonly string[] {
  let fixed = fixedParts.get(template);
  if (fixed === undefined) fixedParts.set(template, (fixed = withoutIndentation(template.join(VALUE)).split(VALUE)));
  return fixed;
}

/** Placeholder for a value while white space is removed. No template contains it. */
const VALUE = '\0';

const BLOCKS =
  'address article aside body caption dd details div dl dt fieldset footer form h1 h2 h3 h4 h5 h6 head header html li ' +
  'link main meta nav ol option p script section summary table tbody td th thead title tr ul';
const BLOCK = `(?:${BLOCKS.replaceAll(' ', '|')})`;
const LINE_BREAK = String.raw`\s*\n\s*`;
/** Where browsers show no white space (CSS Text 3, 4.1): around blocks, and inside buttons and selects. */
const UNSEEN = [
  new RegExp(`(?<=</?${BLOCK}\\b[^>]*>|<(?:button|select)\\b[^>]*>)${LINE_BREAK}`, 'g'),
  new RegExp(`${LINE_BREAK}(?=</?${BLOCK}\\b|</(?:button|select)>)`, 'g'),
];

function withoutIndentation(markup: string): string {
  let text = markup;
  for (const unseen of UNSEEN) text = text.replace(unseen, '');
  return text.replace(/\s*\n\s*/g, ' ');
}

function written(value: HtmlValue): string {
  if (value instanceof Html) return value.markup;
  if (typeof value === 'string') return escapedXml(value);
  if (typeof value === 'number') return String(value);
  let text = '';
  for (const piece of value) text += piece.markup;
  return text;
}

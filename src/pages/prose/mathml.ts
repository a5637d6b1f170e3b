import { createRequire } from 'node:module';
import { escapedXml } from '#representations/json/xml-text.ts';
import type { Formula } from './formula.ts';

const load = createRequire(import.meta.url);
let loaded: typeof import('temml') | undefined;

/** Loaded for the first formula: it takes a twentieth of a start, and many catalogues have none. */
function writer(): typeof import('temml') {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `require` has no type.
  loaded ??= load('temml') as typeof import('temml');
  return loaded;
}

/** Maximum macro expansions of a formula. */
const MAX_EXPANSIONS = 200;
const DEEPEST_BRACES = 24;
const DEEPEST_ELEMENTS = 60;
const MAX_ELEMENTS = 3_000;

/** Environments that number equations, which is of no use in an abstract. */
const NUMBERED = /\\(begin|end)\{(equation|align|alignat|gather|multline)\}/g;

/** Commands that define macros, which can blow up a formula, or that produce arbitrary output. */
const DEFINES =
  /\\(?:[egx]?def|let|futurelet|(?:re|provide)?newcommand|global|long|expandafter|noexpand|csname|catcode|char|DeclareMathOperator|newextarrow|includegraphics|html(?:Class|Data|Id|Style)|href|url|class|id|style|data)(?![A-Za-z])/;

/** Cached, since a formula is written both in a paragraph and in its summary. */
const written = new WeakMap<Formula, string | undefined>();

/**
 * A formula as MathML; undefined if it is not valid TeX, is too complex, or contains anything but mathematics. Work is
 * bounded by the formula's length.
 */
export function mathml(formula: Formula): string | undefined {
  if (!written.has(formula)) written.set(formula, write(formula));
  return written.get(formula);
}

function write({ tex, display }: Formula): string | undefined {
  if (DEFINES.test(tex) || deepestBraces(tex) > DEEPEST_BRACES) return undefined;
  let markup: string;
  try {
    markup = writer().renderToString(tex.replace(NUMBERED, '\\$1{$2*}'), {
      displayMode: display,
      // In rows that end after relations and operators, so that a long formula can wrap.
      wrap: display ? 'none' : 'tex',
      trust: false,
      strict: false,
      throwOnError: true,
      maxExpand: MAX_EXPANSIONS,
      maxSize: [20, 20],
    });
  } catch {
    // The reader then sees the source. Stack overflows are caught here, too.
    return undefined;
  }
  return onlyMathematics(markup);
}

function deepestBraces(tex: string): number {
  let depth = 0;
  let deepest = 0;
  for (const brace of tex.match(/[{}]/g) ?? []) {
    depth += brace === '{' ? 1 : -1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** MathML Core without elements that link or embed. */
const ELEMENTS = new Set(
  (
    'math mrow mi mn mo mtext mspace ms mfrac msqrt mroot mstyle mpadded mphantom msub msup msubsup munder mover ' +
    'munderover mmultiscripts mprescripts none mtable mtr mtd menclose'
  ).split(' '),
);

/** No colours, which may be unreadable on the page's background; no styles, which the page's policy forbids. */
const ATTRIBUTES = new Set(
  (
    'display displaystyle scriptlevel mathvariant stretchy fence separator form lspace rspace largeop movablelimits ' +
    'symmetric accent accentunder linethickness minsize maxsize width height depth voffset columnalign columnspacing ' +
    'columnlines rowspacing rowalign rowlines frame notation columnspan rowspan'
  ).split(' '),
);
const ALIGNMENT = /^(?:tml-left|tml-right)$/;
/** Classes in place of inline border styles, which the page's policy forbids. */
const BORDERS: readonly (readonly [style: RegExp, className: string])[] = [
  [/\bborder:/, 'tml-box'],
  [/\bborder-left:/, 'tml-line-left'],
  [/\bborder-right:/, 'tml-line-right'],
  [/\bborder-top:/, 'tml-line-top'],
  [/\bborder-bottom:/, 'tml-line-bottom'],
];
const VALUE = /^[-+\w.% ]{1,64}$/;
/** Maximum length in each allowed unit. */
const MAX_LENGTH: Readonly<Record<string, number>> = { '': 20, em: 20, ex: 40, px: 320, pt: 240, '%': 100 };
const LENGTH = /(\d+(?:\.\d*)?|\.\d+) *([a-z%]*)/g;

const TAG = /<(\/?)([a-z]+)((?: [\w:-]+="[^"<>]*")*)\s*(\/?)>/y;
const ATTRIBUTE = / ([\w:-]+)="([^"<>]*)"/g;

/** The markup with only what is allowed; undefined if it is malformed. */
function onlyMathematics(markup: string): string | undefined {
  let kept = '';
  let at = 0;
  let elements = 0;
  let isSeen = false;
  const open: string[] = [];
  while (at < markup.length) {
    const next = markup.indexOf('<', at);
    const text = markup.slice(at, next < 0 ? markup.length : next);
    isSeen ||= text.trim() !== '';
    kept += text;
    if (next < 0) break;
    TAG.lastIndex = next;
    const tag = tagOf(TAG.exec(markup), open);
    elements += 1;
    if (tag === undefined || elements > MAX_ELEMENTS || open.length > DEEPEST_ELEMENTS) return undefined;
    kept += tag;
    at = TAG.lastIndex;
  }
  return isSeen && open.length === 0 ? kept : undefined;
}

/** A sanitised tag; undefined if it is not allowed. @param open the stack of open elements, which is updated */
function tagOf(match: RegExpExecArray | null, open: string[]): string | undefined {
  if (match === null) return undefined;
  const [, slash, name = '', attributes = '', selfClosing = ''] = match;
  if (!ELEMENTS.has(name)) return undefined;
  if (slash === '/') return open.pop() === name ? `</${name}>` : undefined;
  if (selfClosing === '') open.push(name);
  return `<${name}${attributesOf(attributes)}${selfClosing}>`;
}

function attributesOf(attributes: string): string {
  let kept = '';
  const classes: string[] = [];
  for (const [, name = '', value = ''] of attributes.matchAll(ATTRIBUTE)) {
    if (name === 'class') classes.push(...value.split(' ').filter((one) => ALIGNMENT.test(one)));
    else if (name === 'style') classes.push(...BORDERS.flatMap(([style, border]) => (style.test(value) ? border : [])));
    else if (ATTRIBUTES.has(name) && VALUE.test(value) && isModest(value)) kept += ` ${name}="${escapedXml(value)}"`;
  }
  return classes.length === 0 ? kept : `${kept} class="${classes.join(' ')}"`;
}

/** Whether all lengths are small enough not to displace the rest of the page. */
function isModest(value: string): boolean {
  for (const [, length, unit = ''] of value.matchAll(LENGTH))
    if (!(Number(length) <= (MAX_LENGTH[unit] ?? 0))) return false;
  return true;
}

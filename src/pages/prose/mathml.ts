import temml from 'temml';
import { escapedXml } from '#representations/json/xml-text.ts';
import type { Formula } from './formula.ts';

/** How often a command of TeX may stand for others before a formula is given up. */
const MOST_EXPANSIONS = 200;
const DEEPEST_BRACES = 24;
const DEEPEST_ELEMENTS = 60;
const MOST_ELEMENTS = 3_000;

/** Nobody refers to the numbers of equations in an abstract. */
const NUMBERED = /\\(begin|end)\{(equation|align|alignat|gather|multline)\}/g;

/** What defines commands anew can make much of little, and what reads characters one by one can make anything of them. */
const DEFINES =
  /\\(?:[egx]?def|let|futurelet|(?:re|provide)?newcommand|global|long|expandafter|noexpand|csname|catcode|char|DeclareMathOperator|newextarrow|includegraphics|html(?:Class|Data|Id|Style)|href|url|class|id|style|data)(?![A-Za-z])/;

/**
 * A formula as MathML, or undefined where it cannot be: it is not TeX, asks for too much, or would bring along
 * anything but mathematics. Work is bounded by the formula's length.
 */
export function mathml({ tex, display }: Formula): string | undefined {
  if (DEFINES.test(tex) || deepestBraces(tex) > DEEPEST_BRACES) return undefined;
  let markup: string;
  try {
    markup = temml.renderToString(tex.replace(NUMBERED, '\\$1{$2*}'), {
      displayMode: display,
      // In rows, behind each relation and operator, so that a long one can be broken over lines.
      wrap: display ? 'none' : 'tex',
      trust: false,
      strict: false,
      throwOnError: true,
      maxExpand: MOST_EXPANSIONS,
      maxSize: [20, 20],
    });
  } catch {
    // Whatever it is about, the reader sees the source; a stack that overflows is told by an exception too.
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

/** MathML Core, less what links, embeds or has content of other kinds. */
const ELEMENTS = new Set(
  (
    'math mrow mi mn mo mtext mspace ms mfrac msqrt mroot mstyle mpadded mphantom msub msup msubsup munder mover ' +
    'munderover mmultiscripts mprescripts none mtable mtr mtd menclose'
  ).split(' '),
);

/** No colours: nobody has chosen them for the reader's ground. No styles: the page allows none. */
const ATTRIBUTES = new Set(
  (
    'display displaystyle scriptlevel mathvariant stretchy fence separator form lspace rspace largeop movablelimits ' +
    'symmetric accent accentunder linethickness minsize maxsize width height depth voffset columnalign columnspacing ' +
    'columnlines rowspacing rowalign rowlines frame notation columnspan rowspan'
  ).split(' '),
);
const ALIGNMENT = /^(?:tml-left|tml-right)$/;
/** Lines that are drawn by a style, which the page does not allow: by a class instead. */
const BORDERS: readonly (readonly [style: RegExp, className: string])[] = [
  [/\bborder:/, 'tml-box'],
  [/\bborder-left:/, 'tml-line-left'],
  [/\bborder-right:/, 'tml-line-right'],
  [/\bborder-top:/, 'tml-line-top'],
  [/\bborder-bottom:/, 'tml-line-bottom'],
];
const VALUE = /^[-+\w.% ]{1,64}$/;
/** By unit, the longest that there may be; none of another unit. */
const LONGEST: Readonly<Record<string, number>> = { '': 20, em: 20, ex: 40, px: 320, pt: 240, '%': 100 };
const LENGTH = /(\d+(?:\.\d*)?|\.\d+) *([a-z%]*)/g;

const TAG = /<(\/?)([a-z]+)((?: [\w:-]+="[^"<>]*")*)\s*(\/?)>/y;
const ATTRIBUTE = / ([\w:-]+)="([^"<>]*)"/g;

/** The markup with nothing in it but what is allowed, or undefined where it is not as it should be. */
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
    if (tag === undefined || elements > MOST_ELEMENTS || open.length > DEEPEST_ELEMENTS) return undefined;
    kept += tag;
    at = TAG.lastIndex;
  }
  return isSeen && open.length === 0 ? kept : undefined;
}

/** A tag as it may stand; undefined for one that may not. @param open the elements that are, which it adds to or takes from */
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

/** No formula pushes the rest of the page away. */
function isModest(value: string): boolean {
  for (const [, length, unit = ''] of value.matchAll(LENGTH))
    if (!(Number(length) <= (LONGEST[unit] ?? 0))) return false;
  return true;
}

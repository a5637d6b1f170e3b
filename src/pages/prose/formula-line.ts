import { escapedXml } from '#representations/json/xml-text.ts';
import type { Formula } from './formula.ts';
import { mathml } from './mathml.ts';

interface Node {
  readonly name: string;
  readonly attributes: string;
  readonly content: (Node | string)[];
}

const TAG = /<(\/?)([a-z]+)([^<>]*?)(\/?)>|[^<]+/g;
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&', '&quot;': '"' };

/**
 * A formula within a line, `O(n²)`, as escaped HTML or as plain text; undefined if it is not valid, or cannot be
 * written on one line, such as a matrix.
 */
export function formulaLine(formula: Formula, as: 'html' | 'text'): string | undefined {
  const markup = mathml(formula);
  if (markup === undefined) return undefined;
  const line = new LineWriter(as).line(treeOf(markup).content);
  const shown = line
    ?.replace(STYLED, (letter) => letter.normalize('NFKC'))
    .replace(/\s+/g, ' ')
    .trim();
  return shown === '' ? undefined : shown;
}

/** Parses well-formed markup. */
function treeOf(markup: string): Node {
  const root: Node = { name: 'math', attributes: '', content: [] };
  const open = [root];
  for (const [whole, slash, name, attributes = '', selfClosing] of markup.matchAll(TAG)) {
    const top = open.at(-1) ?? root;
    if (name === undefined)
      top.content.push(whole.replace(/&(?:lt|gt|amp|quot);/g, (entity) => ENTITIES[entity] ?? ''));
    else if (slash === '/') open.pop();
    else {
      const node: Node = { name, attributes, content: [] };
      top.content.push(node);
      if (selfClosing === '') open.push(node);
    }
  }
  return root;
}

/** Operators between two terms; other signs of mathematics that are not here or below are relations. */
const BINARY = /^[+−±∓×÷⋅·∘∗⊕⊗⊖⊙∪∩∧∨∖⊎⊔⊓⋊⋉⋆≀]$/u;
const TIGHT = /^[∑∏∐∫∬∭∮⋃⋂⨁⨂∂∇∞¬∀∃∄√∅∆|‖/!…⋯⟨⟩⌊⌋⌈⌉]$/u;
const RELATION = /^(?:[\p{Sm}\u2190-\u21ff\u27f0-\u27ff]\u0338?|mod)$/u;
/** Function application, and invisible times and comma. */
const INVISIBLE = /[\u2061-\u2064\u200b]/g;
const SIMPLE = /^[\p{L}\p{N}\p{M}.]+$/u;
/** Bold, italic and sans-serif letters, which are written as plain ones; not script, Fraktur or double-struck. */
const STYLED = /[\u{1d400}-\u{1d49b}\u{1d5a0}-\u{1d7cb}\u{1d7ce}-\u{1d7d7}\u{1d7e2}-\u{1d7ff}]/gu;
/** Accents over one letter. */
const OVER: Readonly<Record<string, string>> = {
  ...{ '~': '\u0303', '˜': '\u0303', '^': '\u0302', ˆ: '\u0302', '¯': '\u0304', '‾': '\u0304', '―': '\u0304' },
  ...{ '˙': '\u0307', '¨': '\u0308', '→': '\u20d7', ˇ: '\u030c', '˘': '\u0306', '´': '\u0301', '`': '\u0300' },
};
const ONE_LETTER = /^\p{L}$/u;
/** Operators whose limits are written as index and exponent. */
const WITH_LIMITS = /^(?:[∑∏∐∫⋃⋂⨁⨂⋀⋁]|(?:arg ?)?(?:max|min)|sup|inf|lim(?: ?sup| ?inf)?|[→⟶]|Pr|[=≡≅])$/u;

class LineWriter {
  readonly #as: 'html' | 'text';

  constructor(as: 'html' | 'text') {
    this.#as = as;
  }

  /** Consecutive elements; undefined if one of them cannot be written on one line. */
  line(nodes: readonly (Node | string)[], isTight = false): string | undefined {
    let line = '';
    for (const node of nodes) {
      const shown = typeof node === 'string' ? this.#shown(node) : this.#element(node, isTight);
      if (shown === undefined) return undefined;
      line += shown;
    }
    return line;
  }

  #element({ name, attributes, content }: Node, isTight: boolean): string | undefined {
    if (/^(?:math|mrow|mstyle|mpadded|mtext)$/.test(name)) return this.line(content, isTight);
    if (/^m(?:sup|sub|subsup)$/.test(name)) return this.#scripts(name, content, isTight);
    if (/^m(?:under|over|underover)$/.test(name)) return this.#limits(name, content, isTight);
    switch (name) {
      case 'mi':
      case 'mn':
        return this.line(content);
      case 'mo':
        return this.#operator(textIn(content), attributes, isTight);
      case 'mspace':
        return isTight || !attributes.includes('width') ? '' : ' ';
      case 'menclose':
        return this.#enclosed(attributes, content);
      case 'mfrac':
        return this.#fraction(attributes, content);
      case 'msqrt':
        return this.#prefixed('√', this.line(content, true));
      default:
        return undefined;
    }
  }

  #operator(sign: string, attributes: string, isTight: boolean): string {
    const shown = this.#shown(sign);
    if (isTight || attributes.includes('form="prefix"') || TIGHT.test(sign)) return shown;
    if (sign === ',' || sign === ';' || (sign === ':' && attributes.includes('rspace'))) return `${shown} `;
    return BINARY.test(sign) || RELATION.test(sign) ? ` ${shown} ` : shown;
  }

  #scripts(name: string, content: Node['content'], isTight: boolean): string | undefined {
    const [base, first, second] = content.map((node) => this.line([node], true));
    const shown = content[0] === undefined ? undefined : this.line([content[0]], isTight);
    if (shown === undefined || base === undefined || first === undefined) return undefined;
    if (name === 'msub') return shown + this.#lowered(first);
    if (name === 'msup') return shown.trimEnd() + this.#raised(first);
    return second === undefined ? undefined : shown + this.#lowered(first) + this.#raised(second);
  }

  #limits(name: string, content: Node['content'], isTight: boolean): string | undefined {
    const base = textIn(content).trim();
    const [written, ...others] = content.map((node) => this.line([node], true)?.trim());
    if (written === undefined || others.includes(undefined)) return undefined;
    if (name === 'mover' && !WITH_LIMITS.test(written)) return this.#accented(written, others[0] ?? '');
    if (base === '' || !WITH_LIMITS.test(written)) return undefined;
    const scripts = name === 'munderover' ? 'msubsup' : name === 'mover' ? 'msup' : 'msub';
    return this.#scripts(scripts, content, isTight);
  }

  #accented(letter: string | undefined, accent: string): string | undefined {
    const combining = OVER[accent];
    if (letter === undefined || combining === undefined || !ONE_LETTER.test(letter)) return undefined;
    return (letter + combining).normalize('NFC');
  }

  #enclosed(attributes: string, content: Node['content']): string | undefined {
    return attributes.includes('notation="top"') ? this.#accented(this.line(content, true), '¯') : undefined;
  }

  #fraction(attributes: string, content: Node['content']): string | undefined {
    const [above, below] = content.map((node) => this.line([node], true));
    if (above === undefined || below === undefined || attributes.includes('linethickness')) return undefined;
    return `${inBrackets(above)}/${inBrackets(below)}`;
  }

  #prefixed(sign: string, under: string | undefined): string | undefined {
    return under === undefined ? undefined : sign + inBrackets(under);
  }

  #raised(script: string): string {
    if (/^[∗*]$/.test(script)) return '*';
    if (/^′+$/.test(script) || script === '∘') return script.replace('∘', '°');
    return this.#as === 'html' ? `<sup>${script}</sup>` : raised(script);
  }

  #lowered(script: string): string {
    return this.#as === 'html' ? `<sub>${script}</sub>` : lowered(script);
  }

  #shown(text: string): string {
    const seen = text.replace(INVISIBLE, '');
    return this.#as === 'html' ? escapedXml(seen) : seen;
  }
}

function textIn(content: Node['content']): string {
  const [first] = content;
  return first === undefined ? '' : typeof first === 'string' ? first : textIn(first.content);
}

function inBrackets(text: string): string {
  return SIMPLE.test(text) ? text : `(${text})`;
}

const RAISED = new Map(
  pairs(
    '0123456789+−-=()abcdefghijklmnoprstuvwxyzABDEGHIJKLMNOPRTUVWαβγδεθφχ',
    '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ᵃᵇᶜᵈᵉᶠᵍʰⁱʲᵏˡᵐⁿᵒᵖʳˢᵗᵘᵛʷˣʸᶻᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂᵅᵝᵞᵟᵋᶿᵠᵡ',
  ),
);
const LOWERED = new Map(pairs('0123456789+−-=()aehijklmnoprstuvxβγρφχ', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓᵦᵧᵨᵩᵪ'));

/** An exponent in superscript characters of Unicode, or as `^(n/2)`. */
function raised(text: string): string {
  return script(text, RAISED, '^');
}

/** An index in subscript characters of Unicode, or as `_(g,n)`. */
function lowered(text: string): string {
  return script(text, LOWERED, '_');
}

function script(text: string, characters: ReadonlyMap<string, string>, sign: string): string {
  const all = Array.from(text, (character) => characters.get(character));
  if (!all.includes(undefined)) return all.join('');
  return /^(?:[\p{L}\p{N}]\p{M}?|[\p{N}]+|[∞⊥⊤∨†])$/u.test(text) ? sign + text : `${sign}(${text})`;
}

function pairs(from: string, to: string): [string, string][] {
  const targets = Array.from(to);
  return Array.from(from, (character, at) => [character, targets[at] ?? character]);
}

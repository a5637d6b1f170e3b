import type { Run, Typeface, Weight } from '#pages/card-svg.js';
import type { Font } from './font.js';

const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
/** Measurements that are kept: those of one card, more or less. */
const MOST_KEPT = 2_000;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Sets text in the first of several fonts that has it, character by character. @param fonts by weight, the one that is preferred first */
export function typefaceOf(fonts: Readonly<Record<Weight, readonly Font[]>>): Typeface {
  const kept = new Map<string, readonly Run[]>();
  return {
    runs: (text, weight) => {
      const key = `${String(weight)}${text}`;
      let runs = kept.get(key);
      if (runs === undefined) {
        if (kept.size >= MOST_KEPT) kept.clear();
        kept.set(key, (runs = runsOf(text, fonts[weight])));
      }
      return runs;
    },
  };
}

function runsOf(text: string, fonts: readonly Font[]): Run[] {
  const runs: { text: string; family: string; width: number }[] = [];
  let font: Font | undefined;
  for (const { segment } of graphemes.segment(text)) {
    const set = inFont(segment, font) ?? firstOf(segment, fonts);
    if (set === undefined) continue;
    const last = runs.at(-1);
    if (last !== undefined && set.font === font) {
      last.text += set.text;
      last.width += set.width;
    } else runs.push({ text: set.text, family: set.font.family, width: set.width });
    font = set.font;
  }
  return runs;
}

interface SetText {
  readonly text: string;
  readonly width: number;
  readonly font: Font;
}

function firstOf(character: string, fonts: readonly Font[]): SetText | undefined {
  for (const font of fonts) {
    const set = inFont(character, font);
    if (set !== undefined) return set;
  }
  // Without its marks it is still the letter.
  const [base = ''] = character;
  return base === character || base === '' ? undefined : firstOf(base, fonts);
}

function inFont(character: string, font: Font | undefined): SetText | undefined {
  if (font === undefined) return undefined;
  let width = 0;
  let text = '';
  for (const one of character) {
    const advance = font.advance(one.codePointAt(0) ?? 0);
    if (advance === undefined && !IGNORABLE.test(one)) return undefined;
    if (advance === undefined) continue;
    width += advance;
    text += one;
  }
  return text === '' ? undefined : { text, width, font };
}

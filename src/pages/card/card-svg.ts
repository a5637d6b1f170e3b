import { escapedXml } from '#representations/json/xml-text.ts';
import { channelsOf, contrast } from '../frame/accent.ts';
import type { Card } from './card.ts';
import type { Glyph, Typeface, Weight } from './typeface.ts';

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;
const ROOM = WIDTH - 2 * MARGIN;
const GROUND = '#fcfbf8';
const TEXT = '#1c1b1a';
const QUIET = '#5a5750';
const ALARM = '#97231f';
const BAND = 96;

/** Font sizes for the title, largest first. */
const TITLE_SIZES = [72, 60, 50, 42] as const;
/** The lower edge of the title, from the top. */
const TITLE_END = 398;
/** Line height relative to the font size; the second is for tall scripts. */
const LINE_HEIGHT = 1.16;
const TALL_LINE_HEIGHT = 1.4;
const TALL = /[^\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]/u;
/** Ascent and descent relative to the font size. */
const ABOVE = 0.8;
const BELOW = 0.25;

interface Style {
  readonly size: number;
  readonly weight: Weight;
  readonly colour: string;
}

/** The settings for all lines of a card. */
interface Sheet {
  readonly face: Typeface;
  /** All lines start at the right, because the title does. */
  readonly isMirrored: boolean;
}

/** A card as SVG with text as outlines: 1200 by 630, the size that link previews expect. */
export function cardSvg(card: Card, face: Typeface): string {
  const { title, series } = headline(card, face);
  const sheet: Sheet = { face, isMirrored: face.isRightToLeft(title) };
  const parts = [
    `<rect width="${String(WIDTH)}" height="${String(HEIGHT)}" fill="${GROUND}"/>`,
    `<rect y="${String(HEIGHT - BAND)}" width="${String(WIDTH)}" height="${String(BAND)}" fill="${card.colour}"/>`,
    ...head(card.flag, series, sheet, readableOn(card.colour)),
    ...titleLines(title, sheet, card.flag === '' && series === '' ? MARGIN : 150),
    ...foot(card, sheet),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH)}" height="${String(HEIGHT)}">${parts.join('')}</svg>`;
}

/** The title and the line above it: the talk's title if the fonts can show it, else the series. */
function headline({ title, series }: Card, face: Typeface): { readonly title: string; readonly series: string } {
  const shown = whole(series, face) ? series : '';
  return whole(title, face) ? { title, series: shown } : { title: shown, series: '' };
}

/** The series and, highlighted, whether the talk is cancelled or in preparation. */
function head(flag: string, series: string, sheet: Sheet, accent: string): string[] {
  const style: Style = { size: 30, weight: 700, colour: accent };
  if (flag === '') return [line(series, sheet, style, { at: MARGIN + 24 })];
  const text = flag.toLocaleUpperCase('en');
  const loud: Style = { size: 34, weight: 700, colour: '#ffffff' };
  const width = Math.ceil(widthIn(text, sheet, loud)(text)) + 48;
  const x = sheet.isMirrored ? WIDTH - MARGIN - width : MARGIN;
  return [
    `<rect x="${String(x)}" y="40" width="${String(width)}" height="64" rx="6" fill="${ALARM}"/>`,
    line(text, sheet, loud, { at: 84, from: MARGIN + 24 }),
    line(series, sheet, style, { at: 84, from: MARGIN + width + 24 }),
  ];
}

function titleLines(title: string, sheet: Sheet, top: number): string[] {
  const between = TALL.test(title) ? TALL_LINE_HEIGHT : LINE_HEIGHT;
  for (const size of TITLE_SIZES) {
    const style: Style = { size, weight: 700, colour: TEXT };
    const room = TITLE_END - top - (ABOVE + BELOW) * size;
    const most = 1 + Math.floor(room / (between * size));
    const lines = wrapped(title, ROOM, widthIn(title, sheet, style), most);
    const isLast = size === TITLE_SIZES.at(-1);
    if (lines.isWhole || isLast)
      return lines.texts.map((part, at) =>
        placed({ part, of: title }, sheet, style, { at: top + ABOVE * size + at * size * between }),
      );
  }
  return [];
}

/** When, who and where, above the band with the brand's name. */
function foot(card: Card, sheet: Sheet): string[] {
  const onBand = contrast(channelsOf(card.colour), [255, 255, 255]) >= 3 ? '#ffffff' : '#000000';
  return [
    line(card.when, sheet, { size: 34, weight: 700, colour: TEXT }, { at: 430 }),
    line(card.who, sheet, { size: 32, weight: 400, colour: TEXT }, { at: 474 }),
    line(card.where, sheet, { size: 26, weight: 400, colour: QUIET }, { at: 512 }),
    line(card.brand, sheet, { size: 36, weight: 700, colour: onBand }, { at: HEIGHT - BAND / 2 + 13 }),
  ];
}

interface Place {
  /** The baseline, from the top. */
  readonly at: number;
  /** The distance from the edge at which lines start. */
  readonly from?: number;
}

/** Text on one line, cut if it does not fit. */
function line(text: string, sheet: Sheet, style: Style, place: Place): string {
  const room = WIDTH - MARGIN - (place.from ?? MARGIN);
  if (room < 4 * style.size) return '';
  const [part = ''] = wrapped(text, room, widthIn(text, sheet, style), 1).texts;
  return placed({ part, of: text }, sheet, style, place);
}

/** A line, in the direction of the text it is part of. */
function placed(
  { part, of }: { readonly part: string; readonly of: string },
  { face, isMirrored }: Sheet,
  { size, weight, colour }: Style,
  { at, from = MARGIN }: Place,
): string {
  const { text, width, glyphs } = face.set(part, weight, face.isRightToLeft(of));
  if (text.trim() === '') return '';
  const x = isMirrored ? WIDTH - from - width * size : from;
  const transform = `translate(${x.toFixed(1)} ${at.toFixed(1)}) scale(${String(size)} -${String(size)})`;
  const title = `<title>${escapedXml(text)}</title>`;
  return `<g transform="${transform}" fill="${colour}">${title}${glyphs.map(drawn).join('')}</g>`;
}

function drawn({ x, y, unit, outline }: Glyph): string {
  const data = outline();
  const transform = `translate(${x.toFixed(4)} ${y.toFixed(4)}) scale(${unit.toPrecision(6)})`;
  return data === '' ? '' : `<path transform="${transform}" d="${data}"/>`;
}

/** Measures parts of a text. */
function widthIn(text: string, { face }: Sheet, { size, weight }: Style): (part: string) => number {
  const isRightToLeft = face.isRightToLeft(text);
  return (part) => face.set(part, weight, isRightToLeft).width * size;
}

/** Minimum share of a title that the fonts must have: what remains of it would otherwise be misleading. */
const ENOUGH = 0.7;

function whole(text: string, face: Typeface): boolean {
  const letters = (shown: string): number => shown.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  return letters(face.set(text, 700, false).text) >= ENOUGH * letters(text);
}

/** The given colour if it is readable on the background, else the text colour. */
function readableOn(colour: string): string {
  return contrast(channelsOf(colour), channelsOf(GROUND)) >= 4.5 ? colour : TEXT;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Splits text in scripts without spaces between words: its dictionaries cover these in any locale. */
const unspaced = new Intl.Segmenter('en', { granularity: 'word' });

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Words in katakana are foreign words, and dictionaries would split them. */
const KATAKANA = /^[\p{Script=Katakana}ー]+$/u;
/** Punctuation that must not end a line. */
const OPENING = /[\p{Ps}\p{Pi}]$/u;

/** Breaks text into at most `most` lines no wider than `room`; a cut text ends in an ellipsis. */
export function wrapped(
  text: string,
  room: number,
  width: (text: string) => number,
  most: number,
): { readonly texts: readonly string[]; readonly isWhole: boolean } {
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces(text, room, width)) {
    const longer = line === '' ? piece.text : `${line}${piece.isWord ? ' ' : ''}${piece.text}`;
    if (line === '' || width(longer) <= room) line = longer;
    else if (lines.push(line) === most)
      return { texts: [...lines.slice(0, -1), cut(`${line} …`, room, width)], isWhole: false };
    else line = piece.text;
  }
  if (line !== '') lines.push(line);
  return { texts: lines, isWhole: true };
}

interface Piece {
  readonly text: string;
  /** Whether a space precedes it. */
  readonly isWord: boolean;
}

/** The pieces between which a line may break; words wider than a line are split into characters. */
function* pieces(text: string, room: number, width: (text: string) => number): Generator<Piece> {
  for (const word of text.split(' ')) {
    const parts = (UNSPACED.test(word) ? wordsWithin(word) : [word]).flatMap((part) =>
      width(part) <= room ? [part] : Array.from(graphemes.segment(part), ({ segment }) => segment),
    );
    for (const [at, part] of parts.entries()) if (part !== '') yield { text: part, isWord: at === 0 };
  }
}

/**
 * The words of a text without spaces, each with its punctuation: no line begins with a full stop or ends with an
 * opening bracket.
 */
function wordsWithin(text: string): string[] {
  const words: string[] = [];
  for (const { segment, isWordLike } of unspaced.segment(text)) {
    const last = words.at(-1);
    const isSame = KATAKANA.test(segment) && KATAKANA.test(last ?? '');
    const begins = isWordLike === true ? !isSame && !OPENING.test(last ?? '') : OPENING.test(segment);
    if (begins || last === undefined) words.push(segment);
    else words[words.length - 1] = last + segment;
  }
  return words;
}

/** Shortens the text before the ellipsis until it fits. */
function cut(text: string, room: number, width: (text: string) => number): string {
  const characters = Array.from(graphemes.segment(text.slice(0, -1).trimEnd()), ({ segment }) => segment);
  while (characters.length > 0 && width(`${characters.join('')}…`) > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

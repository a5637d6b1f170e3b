import { escapedXml } from '#representations/xml-text.js';
import { channelsOf, contrast } from './accent.js';
import type { Card } from './card.js';

/** The fonts that a card is set in: what they have, and how wide it is. */
export interface Typeface {
  /**
   * Text in pieces, each of one font, in order. What no font has is left out.
   * @param weight as of CSS
   */
  runs(text: string, weight: Weight): readonly Run[];
}

export type Weight = 400 | 700;

export interface Run {
  readonly text: string;
  readonly family: string;
  /** Of a font size of 1. */
  readonly width: number;
}

const WIDTH = 1200;
const HEIGHT = 630;
const MARGIN = 72;
const ROOM = WIDTH - 2 * MARGIN;
const GROUND = '#fcfbf8';
const TEXT = '#1c1b1a';
const QUIET = '#5a5750';
const ALARM = '#97231f';
const BAND = 96;

/** From the largest that the title may be set in, and how many lines it then has. */
const TITLE_SIZES = [
  { size: 72, lines: 3 },
  { size: 60, lines: 4 },
  { size: 50, lines: 5 },
  { size: 42, lines: 5 },
] as const;
const LINE_HEIGHT = 1.16;

interface Style {
  readonly size: number;
  readonly weight: Weight;
  readonly colour: string;
}

/** A card as SVG, in the fonts given and no others: 1200 by 630, as sites that show cards want them. */
export function cardSvg(card: Card, face: Typeface): string {
  const accent = readableOn(card.colour);
  const { title, series } = headline(card, face);
  const parts = [
    `<rect width="${String(WIDTH)}" height="${String(HEIGHT)}" fill="${GROUND}"/>`,
    `<rect y="${String(HEIGHT - BAND)}" width="${String(WIDTH)}" height="${String(BAND)}" fill="${card.colour}"/>`,
    ...head(card.flag, series, face, accent),
    ...titleLines(title, face, card.flag === '' && series === '' ? MARGIN : 150),
    ...foot(card, face),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${String(WIDTH)}" height="${String(HEIGHT)}">${parts.join('')}</svg>`;
}

/** What stands largest, and what above it: a title that can be shown, else the series. */
function headline({ title, series }: Card, face: Typeface): { readonly title: string; readonly series: string } {
  const shown = whole(series, face) ? series : '';
  return whole(title, face) ? { title, series: shown } : { title: shown, series: '' };
}

/** The series, and loudly what everybody should know before they read on. */
function head(flag: string, series: string, face: Typeface, accent: string): string[] {
  const style: Style = { size: 30, weight: 700, colour: accent };
  if (flag === '') return [line(series, face, style, { at: MARGIN + 24 })];
  const text = flag.toLocaleUpperCase('en');
  const width = widthOf(text, face, { ...style, size: 34 }) + 48;
  return [
    `<rect x="${String(MARGIN)}" y="40" width="${String(Math.ceil(width))}" height="64" rx="6" fill="${ALARM}"/>`,
    line(text, face, { size: 34, weight: 700, colour: '#ffffff' }, { at: 84, from: MARGIN + 24 }),
    line(series, face, style, { at: 84, from: MARGIN + width + 24 }),
  ];
}

function titleLines(title: string, face: Typeface, top: number): string[] {
  for (const { size, lines: most } of TITLE_SIZES) {
    const style: Style = { size, weight: 700, colour: TEXT };
    const lines = wrapped(title, ROOM, (text) => widthOf(text, face, style), most);
    const isLast = size === TITLE_SIZES.at(-1)?.size;
    if (lines.isWhole || isLast)
      return lines.texts.map((text, at) => line(text, face, style, { at: top + size * 0.8 + at * size * LINE_HEIGHT }));
  }
  return [];
}

/** When, who and where, above the band with the brand's name. */
function foot(card: Card, face: Typeface): string[] {
  const onBand = contrast(channelsOf(card.colour), [255, 255, 255]) >= 3 ? '#ffffff' : '#000000';
  return [
    line(card.when, face, { size: 34, weight: 700, colour: TEXT }, { at: 430 }),
    line(card.who, face, { size: 32, weight: 400, colour: TEXT }, { at: 474 }),
    line(card.where, face, { size: 26, weight: 400, colour: QUIET }, { at: 512 }),
    line(card.brand, face, { size: 36, weight: 700, colour: onBand }, { at: HEIGHT - BAND / 2 + 13 }),
  ];
}

interface Place {
  /** Of the base line, from the top. */
  readonly at: number;
  readonly from?: number;
}

/** One line, cut where there is no more room. Each piece stands by itself: resvg loses letters of lines in several fonts. */
function line(text: string, face: Typeface, style: Style, { at, from = MARGIN }: Place): string {
  const { size, weight, colour } = style;
  const room = WIDTH - MARGIN - from;
  const shown = room < 4 * size ? '' : (wrapped(text, room, (part) => widthOf(part, face, style), 1).texts[0] ?? '');
  let x = from;
  return face
    .runs(shown, weight)
    .map(({ text: piece, family, width }) => {
      const start = x;
      x += width * size;
      return (
        `<text x="${start.toFixed(1)}" y="${at.toFixed(1)}" font-family="${family}" font-size="${String(size)}" ` +
        `font-weight="${String(weight)}" fill="${colour}" xml:space="preserve">${escapedXml(piece)}</text>`
      );
    })
    .join('');
}

function widthOf(text: string, face: Typeface, { size, weight }: Style): number {
  return face.runs(text, weight).reduce((sum, { width }) => sum + width, 0) * size;
}

/** Of a title in a script that the fonts have little of, what is left would say something else. */
const ENOUGH = 0.7;

function whole(text: string, face: Typeface): boolean {
  const letters = (shown: string): number => shown.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const shown = face.runs(text, 700).map((run) => run.text);
  return letters(shown.join('')) >= ENOUGH * letters(text);
}

/** Ours where the colour given could not be read on paper. */
function readableOn(colour: string): string {
  return contrast(channelsOf(colour), channelsOf(GROUND)) >= 4.5 ? colour : TEXT;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Text in lines that are no wider than `room`, at most so many; the last one says where it was cut. */
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
  /** Whether a space stands before it. */
  readonly isWord: boolean;
}

/** Words, and of a word that is wider than a line the characters. */
function* pieces(text: string, room: number, width: (text: string) => number): Generator<Piece> {
  for (const word of text.split(' ')) {
    if (word === '') continue;
    if (width(word) <= room) yield { text: word, isWord: true };
    else
      for (const [at, { segment }] of [...graphemes.segment(word)].entries()) yield { text: segment, isWord: at === 0 };
  }
}

/** With as many characters before the mark as there is room for. */
function cut(text: string, room: number, width: (text: string) => number): string {
  const characters = [...graphemes.segment(text.slice(0, -1).trimEnd())].map(({ segment }) => segment);
  while (characters.length > 0 && width(`${characters.join('')}…`) > room) characters.pop();
  return `${characters.join('').trimEnd()}…`;
}

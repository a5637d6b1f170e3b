/** The fonts that a card is set in. */
export interface Typeface {
  /**
   * Text in one line. What no font has is left out.
   * @param weight as of CSS
   * @param isRightToLeft the direction of the whole text that the line is of
   */
  set(text: string, weight: Weight, isRightToLeft: boolean): SetText;
  /** The direction of a text: that of its first letter (UAX #9, P2 and P3). */
  isRightToLeft(text: string): boolean;
}

export type Weight = 400 | 700;

/** A line of text, of a font size of 1. */
export interface SetText {
  /** What there is of it in the fonts, in the order in which it is read. */
  readonly text: string;
  readonly width: number;
  readonly glyphs: readonly Glyph[];
}

export interface Glyph {
  /** To the right, and up from the base line. */
  readonly x: number;
  readonly y: number;
  /** Of its outline. */
  readonly unit: number;
  /** The data of an SVG path, whose y goes up. */
  readonly outline: () => string;
}

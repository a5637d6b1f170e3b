/** The fonts that a card is set in. */
export interface Typeface {
  /**
   * Sets text on one line. Characters that no font has are left out.
   * @param weight as in CSS
   * @param isRightToLeft the direction of the text that the line is part of
   */
  set(text: string, weight: Weight, isRightToLeft: boolean): SetText;
  /** The direction of a text, which is that of its first letter (UAX #9, P2 and P3). */
  isRightToLeft(text: string): boolean;
}

export type Weight = 400 | 700;

/** A line of text at font size 1. */
export interface SetText {
  /** The part of the text that the fonts have, in logical order. */
  readonly text: string;
  readonly width: number;
  readonly glyphs: readonly Glyph[];
}

export interface Glyph {
  /** The position: to the right, and upwards from the baseline. */
  readonly x: number;
  readonly y: number;
  /** The size of a unit of the outline. */
  readonly unit: number;
  /** SVG path data with the y axis pointing up. */
  readonly outline: () => string;
}

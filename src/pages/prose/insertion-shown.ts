import { escapedXml } from '#representations/json/xml-text.ts';
import { formulaLine } from './formula-line.ts';
import type { Insertion } from './insertions.ts';
import { mathml } from './mathml.ts';
import { linked } from './open-marks.ts';
import type { TexMark } from './tex-text.ts';

type Shown = Exclude<Insertion, TexMark>;

/** The HTML of an insertion in a paragraph. @param isLink whether it is within a link */
export function insertionHtml(insertion: Shown, isLink: boolean): string {
  switch (insertion.kind) {
    case 'formula':
      return mathml(insertion) ?? `<code>${escapedXml(insertion.source)}</code>`;
    case 'address':
      return isLink ? escapedXml(insertion.address) : linked(insertion.address);
    case 'text':
      return escapedXml(insertion.text);
  }
}

/** An insertion as plain text on one line. @param readsTex whether formulas are shown as their characters */
export function insertionText(insertion: Insertion, readsTex = true): string {
  switch (insertion.kind) {
    case 'formula':
      return readsTex ? (formulaLine(insertion, 'text') ?? insertion.source) : insertion.tex;
    case 'address':
      return insertion.address;
    case 'text':
      return insertion.text;
    case 'mark':
      return '';
  }
}

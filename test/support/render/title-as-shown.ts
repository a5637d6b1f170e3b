import { titleText } from '#pages/prose/title.ts';

/** A title as pages show it, with TeX as text: random text with a backslash or a dollar sign may be TeX. */
export function asShown(title: string): string {
  return /[\\$]/.test(title) ? titleText(title) : title;
}

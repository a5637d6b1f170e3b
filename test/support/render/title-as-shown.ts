import { titleText } from '#pages/prose/title.ts';

/** A title as pages show it: random text with a backslash or a dollar may be TeX. */
export function asShown(title: string): string {
  return /[\\$]/.test(title) ? titleText(title) : title;
}

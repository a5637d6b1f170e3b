import { titleText } from '#pages/prose/title.ts';

/** What pages show of a title: by chance, any text with a backslash or a dollar may have TeX in it. */
export function asShown(title: string): string {
  return /[\\$]/.test(title) ? titleText(title) : title;
}

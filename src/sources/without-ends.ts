/**
 * The text without such characters at both ends. A pattern such as `[*\s]+$` would be tried at each character of a run
 * within the text, which takes quadratic time.
 *
 * @param end matches one character
 */
export function withoutEnds(text: string, end: RegExp): string {
  let from = 0;
  let to = text.length;
  while (from < to && end.test(text.charAt(from))) from++;
  while (from < to && end.test(text.charAt(to - 1))) to--;
  return text.slice(from, to);
}

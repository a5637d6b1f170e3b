/** The beginning of a path: `C:\temp`, `\\server\share`, `%APPDATA%\`, `..\`. */
const PATH = /(?:^|[^A-Za-z])(?:[A-Za-z]:[\\/]|\\\\[\w.-]|%\w+%|\.\\|HK[A-Z_]{2,20}\\)/;
/** A regular expression: `\w`, `[^`, `(?:`, `.*`. */
const PATTERN = /\\(?:[wWSDB](?![a-z])|[ds](?![A-Za-z{ ]))|\[\\?\^|\(\?[:=!<]|\.[*+]/;
/** Maximum characters of a path or pattern on each side of the backslash. */
const LONGEST_PATH = 120;

/** Whether the backslash at `at` is within a path or a pattern, as far as the characters around it tell. */
export function isInCode(text: string, at: number): boolean {
  let from = at;
  while (from > 0 && at - from < LONGEST_PATH && /\S/.test(text.charAt(from - 1))) from -= 1;
  if (PATH.test(text.slice(from, at + 1))) return true;
  let end = at;
  while (end < text.length && end - at < LONGEST_PATH && /\S/.test(text.charAt(end))) end += 1;
  return PATTERN.test(text.slice(from, end));
}

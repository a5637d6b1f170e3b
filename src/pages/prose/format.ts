import { isHtml, MAX_TAGS } from '#representations/prose-text.ts';

/** The markup language of a text; `plain` unless it is clear. */
export type ProseFormat = 'html' | 'textile' | 'markdown' | 'plain';

/** Evidence of a format. */
interface Sign {
  /** A text without any of these strings cannot match; this is cheaper to check than the pattern. */
  readonly needs: readonly string[];
  readonly pattern: RegExp;
}

const TEXTILE: readonly Sign[] = [
  // A block with a signature: h2. , bq. , p(note).
  { needs: ['. '], pattern: /^(?:h[1-6]|bq|bc)(?:\([^()\n]{0,80}\)|\{[^{}\n]{0,80}\}|[<>=]{1,2})?\.\.? +\S/m },
  { needs: ['. '], pattern: /^p(?:\([^()\n]{0,80}\)|\{[^{}\n]{0,80}\}|[<>=]{1,2})\.\.? +\S/m },
  // "the programme":https://…
  { needs: ['":'], pattern: /(?:^|[\s(])"[^"\n]{1,300}":(?:https?:\/\/|mailto:)\S/m },
  { needs: ['!'], pattern: /(?:^|\s)![<>=]?https?:\/\/[^\s!]{1,500}!/m },
  // A numbered list; in Markdown it would be two consecutive first-level headings.
  { needs: ['# '], pattern: /^# \S[^\n]{0,400}\n#{1,2} \S/m },
  { needs: ['??'], pattern: /(?:^|\s)\?\?[^?\s][^?\n]{0,200}\?\?(?=[\s.,;:)]|$)/m },
];

const MARKDOWN: readonly Sign[] = [
  { needs: [']('], pattern: /\[[^[\]\n]{1,300}\]\((?:https?:\/\/|mailto:)[^\s()]/ },
  { needs: [']: '], pattern: /^\[[^[\]\n]{1,80}\]: +https?:\/\//m },
  { needs: ['# '], pattern: /^#{1,6} +\S/m },
  { needs: ['\n===', '\n---'], pattern: /^[^\s#>*+-][^\n]{0,200}\n(?:={3,}|-{3,}) *$/m },
  { needs: ['```', '~~~'], pattern: /^(?:```|~~~)/m },
  // reStructuredText: a heading of the fourth level, a literal block, a table.
  { needs: ['\n^^^'], pattern: /^\S[^\n]{0,200}\n\^{3,} *$/m },
  { needs: ['::'], pattern: /::[^\S\n]*\n[^\S\n]*\n[^\S\n]+\S/ },
  { needs: ['+--', '+=='], pattern: /^ {0,20}\+[-=]{2}[-=+]{0,300}\+ *$/m },
  { needs: ['>'], pattern: /^ {0,3}> ?\S/m },
  // At least two items.
  {
    needs: ['- ', '* ', '+ '],
    pattern: /^ {0,3}([-*+]) +\S[^\n]{0,2000}\n(?: {2,}\S[^\n]{0,2000}\n| *\n){0,8} {0,3}\1 +\S/m,
  },
  {
    needs: ['2.', '2)'],
    pattern: /^ {0,3}1[.)] +\S[^\n]{0,2000}\n(?: {2,}\S[^\n]{0,2000}\n| *\n){0,8} {0,3}2[.)] +\S/m,
  },
  { needs: ['**', '__'], pattern: /(?:^|[\s(["'“‘])(\*\*|__)(?=\S)[^\n]{1,400}?\S?\1(?=[\s.,;:!?)\]"'”’]|$)/m },
  { needs: ['*', '_'], pattern: /(?:^|[\s(["'“‘])([*_])(?=[^\s*_])[^\n*_]{1,400}(?<=\S)\1(?=[\s.,;:!?)\]"'”’]|$)/m },
  { needs: ['`'], pattern: /(?:^|[\s(["'“‘])`[^`\s](?:[^`\n]{0,200}[^`\s])?`/m },
];

export function proseFormatOf(text: string): ProseFormat {
  if (isHtml(text)) return text.split('<').length > MAX_TAGS ? 'plain' : 'html';
  if (TEXTILE.some((sign) => shows(text, sign))) return 'textile';
  return MARKDOWN.some((sign) => shows(text, sign)) ? 'markdown' : 'plain';
}

function shows(text: string, { needs, pattern }: Sign): boolean {
  return needs.some((one) => text.includes(one)) && pattern.test(text);
}

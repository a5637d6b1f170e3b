/** The code blocks of a language in a page of Markdown, or in its section with a heading. */
export function codeBlocks(page: string, language: string, heading?: string): readonly string[] {
  const section = heading === undefined ? page : (page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '');
  const blocks = section.matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, of, block = '']) => (of === language ? [block] : []));
}

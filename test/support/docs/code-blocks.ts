/** The code blocks in a language on a Markdown page, or in its section under a heading. */
export function codeBlocks(page: string, language: string, heading?: string): readonly string[] {
  const section = heading === undefined ? page : (page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '');
  const blocks = section.matchAll(/^```(\w*)\n(.*?)^```$/gms);
  return [...blocks].flatMap(([, of, block = '']) => (of === language ? [block] : []));
}

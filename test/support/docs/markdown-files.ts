import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Every Markdown file of the repository. */
export async function markdownFiles(): Promise<string[]> {
  const inDocs = await readdir('docs', { recursive: true });
  const atTop = await readdir('.');
  return [...inDocs.map((name) => join('docs', name)), ...atTop].filter((name) => name.endsWith('.md')).sort();
}

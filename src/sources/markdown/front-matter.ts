import MarkdownIt from 'markdown-it';
import type { ParsedDocument } from '../parsed-document.ts';
import { notParsed } from '../parsed-document.ts';
import { membersOf } from '../table/nested-lists.ts';
import { parseToml } from '../table/toml-document.ts';
import { parseYaml } from '../table/yaml-document.ts';
import { matterIn } from './front-matter-head.ts';

/** What stands above the text of a Markdown file, and that text. */
export interface FrontMatter {
  /** Parsed as a map; or why it cannot be. */
  readonly document: ParsedDocument;
  readonly body: string;
}

/** Undefined: it has none. @param text of a file, at most a few MiB */
export async function frontMatterOf(text: string): Promise<FrontMatter | undefined> {
  const found = matterIn(text);
  if (found === undefined) return undefined;
  const { fence, matter, body } = found;
  const document = fence === '+++' ? await parseToml(matter) : fence === '---' ? parseYaml(matter) : json(matter);
  if (document.ok) {
    const isMap = membersOf(document.value) !== undefined;
    return { body, document: isMap ? document : notParsed('no-map', 0, NO_MAP, 'Write a member on each line.') };
  }
  // The line of the fence comes before.
  const { failure } = document;
  return { body, document: { ok: false, failure: { ...failure, line: failure.line + (fence === undefined ? 0 : 1) } } };
}

const NO_MAP = 'Its front matter has no members.';

function json(text: string): ParsedDocument {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return notParsed('bad-json', 1, 'Its front matter is invalid JSON.', 'Correct it, or export it again.');
  }
}

/** In characters; anything longer stays as it is. */
const LONGEST_MARKDOWN = 200_000;
const markdown = new MarkdownIt({ html: true });
markdown.set({ maxNesting: 20 });

/** The text of a Markdown file as HTML, without the shortcodes and templates of Hugo, Jekyll and Quarto. */
export function htmlOfMarkdown(text: string): string {
  if (text.length > LONGEST_MARKDOWN) return text.trim();
  const plain = text
    .replace(/\{\{[<%]?[^{}]{0,1000}[%>]?\}\}|\{%[^{}]{0,1000}%\}|\{:[^{}\n]{0,200}\}/gu, '')
    .replace(/^:::.*$/gmu, '');
  return markdown.render(plain).trim();
}

/** In characters, with what may follow a title. */
const LONGEST_HEADING = 2_000;

/** The heading that a text begins with, which is its title, and the rest. Undefined: none. */
export function headingOf(body: string): { readonly title: string; readonly rest: string } | undefined {
  const beginning = body.trimStart().slice(0, LONGEST_HEADING);
  const { title = '' } =
    /^# +(?<title>[^\n]{1,500}?)[ \t#]*(?:\{[^{}\n]*\}[ \t]*)?\r?(?:\n|$)/u.exec(beginning)?.groups ?? {};
  return title === '' ? undefined : { title, rest: body.replace(/^\s*# [^\n]*/u, '') };
}

import { htmlText } from './html-reader.ts';
import { looksLikeJson } from './json-signs.ts';
import { sourceFormatOf } from './source-formats.ts';
import { isPackedFile } from './table/delimited-head.ts';
import { xmlRootName } from './xml/xml-root.ts';

/** Describes a file in messages: `RSS`, `a web page`, `empty`. @param head its first characters */
export function contentKind(head: string): string {
  if (head.trim() === '') return 'empty';
  const root = xmlRootName(head);
  const format = sourceFormatOf(head);
  if (format?.name === 'feed') return root.endsWith('feed') ? 'Atom' : 'RSS';
  if (format?.name === 'schema-org') return looksLikeJson(head) ? 'JSON-LD' : 'a web page';
  if (format !== undefined) return KINDS[format.name] ?? format.title;
  if (isPackedFile(head)) return 'a workbook or another archive';
  if (root !== '') return 'XML of another kind';
  return looksLikeJson(head) ? 'JSON of another kind' : 'text';
}

/** For formats whose title does not fit into a sentence. */
const KINDS: Readonly<Partial<Record<string, string>>> = {
  catalogue: 'a Lectern catalogue',
  'schedule-xml': 'a conference schedule',
  'schedule-json': 'a conference schedule',
  'talks-cam': 'a talks.cam list',
  rows: 'a list in JSON, YAML or TOML',
  csv: 'a table',
};

/** The title of a web page; `''` if it has none. @param head its first characters */
export function pageTitle(head: string): string {
  const [, title = ''] = /<title\b[^>]{0,200}>([^<]{1,1000})/i.exec(head) ?? [];
  return htmlText(title).replace(/\s+/g, ' ').trim().slice(0, LONGEST_TITLE);
}

/** In characters. */
const LONGEST_TITLE = 80;

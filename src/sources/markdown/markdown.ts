import { Readable } from 'node:stream';
import MarkdownIt from 'markdown-it';
import { fileFailure, FileFailure, notParsed, type ParsedDocument } from '../file-failure.ts';
import { Notes } from '../notes.ts';
import { peek } from '../peek.ts';
import type { ReadOptions, SourceBatch, SourceFile, SourceProblem } from '../source-format.ts';
import { textBehind } from '../speakers/labelled-lines.ts';
import { withSpeakers } from '../speakers/with-speakers.ts';
import { type ArchiveKind, MAX_PARTS, tooManyParts, ZipParts } from '../spreadsheet/parts.ts';
import { LANGUAGES, membersOf } from '../table/nested-lists.ts';
import { readEntries } from '../table/rows.ts';
import { guessedColumns, headerOf, isHeaderOfTalks } from '../table/table-fields.ts';
import { parseToml } from '../table/toml-document.ts';
import { parseYaml } from '../table/yaml-document.ts';
import { decoded, withoutMark } from '../text-decoding.ts';
import { isFolderOfTalks, isSiteConfig, MARKDOWN_FILE, mayBeTalk, SITE_CONFIG } from './folder.ts';
import { matterIn } from './front-matter-head.ts';
import { looksLikeTar, tarFiles } from './tar.ts';

/** Limits in bytes: on a file, and on all files that are read. */
const LARGEST_FILE = 1024 * 1024;
const LARGEST_IN_ALL = 64 * 1024 * 1024;

/** A Markdown file. */
interface Page {
  /** Within its folder or archive, with slashes. */
  readonly path: string;
  readonly text: string;
}

interface Site {
  readonly pages: readonly Page[];
  /** Code of its default language. */
  readonly language: string;
}

/** A page as a talk: its front matter and its text. */
interface Entry {
  readonly path: string;
  readonly members: ReadonlyMap<string, unknown>;
}

/**
 * Reads Markdown files with front matter, as Hugo, Jekyll, Quarto and Wowchemy have them: a file, or a zip or tar
 * archive of many. Each with a title and a date is a talk.
 */
export async function* readMarkdown(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const names = { title: 'the title', description: 'the text' };
  yield* withSpeakers(readPages(file, options), names, { ...options, mapping: new Map() });
}

async function* readPages(file: SourceFile, options: ReadOptions): AsyncGenerator<SourceBatch> {
  const notes = new Notes();
  try {
    const { pages, language } = await siteOf(file, notes);
    const { entries, problems } = await entriesOf(pages, new Set(options.mapping.values()), notes);
    const talks = inOneLanguage(ofTalks(entries, notes), language, notes);
    if (talks.length === 0) throw noTalks(problems);
    yield { talks: [], problems, notes: notes.take() };
    const lines = talks.map((_, index) => index + 1);
    const rows = talks.map(({ members }) => members);
    for await (const batch of readEntries({ paths: [[]], entries: rows }, lines, options, 'front matter')) {
      yield withPaths(batch, talks);
    }
  } catch (error) {
    if (!(error instanceof FileFailure)) throw error;
    yield { talks: [], failure: error.problem };
  }
}

function noTalks(problems: readonly SourceProblem[]): FileFailure {
  const [problem] = problems;
  if (problem !== undefined) return new FileFailure(problem);
  const what = 'It has no Markdown with a title and a date in its front matter.';
  return fileFailure('no-talks', what, 'Name the folder or archive that has the talks, or one of the files in it.');
}

/** The pages of a file, or of an archive and the default language that it says its site has. */
async function siteOf(file: SourceFile, notes: Notes): Promise<Site> {
  const { head, chunks } = await peek(file.chunks, HEAD, () => false);
  if (head.subarray(0, ZIP.length).equals(ZIP)) return archivedSite(zippedFiles(chunks), notes);
  if (looksLikeTar(head.toString('utf8'))) return archivedSite(await tarredFiles(chunks), notes);
  const path = file.name.split(/[\\/]/).slice(-2);
  const name = /^_?index\./i.test(path.at(-1) ?? '') ? path.join('/') : (path.at(-1) ?? '');
  const bytes = await bytesOf(withoutMark(chunks), LARGEST_FILE);
  if (bytes === undefined)
    throw fileFailure('too-large', 'It is larger than 1 MiB.', 'Check that it is the right file.');
  return { pages: [{ path: name, text: decoded(bytes) }], language: 'en' };
}

const HEAD = 512;
const ZIP = Buffer.from('PK\x03\x04', 'latin1');

/** A file that may be a page or name the default language; undefined: of more than 1 MiB. */
type Archived = readonly [path: string, bytes: Buffer | undefined];

async function archivedSite(files: AsyncIterable<Archived> | Iterable<Archived>, notes: Notes): Promise<Site> {
  const pages: Page[] = [];
  let language: string | undefined;
  let size = 0;
  for await (const [path, bytes] of files) {
    if (isSiteConfig(path))
      language ??= DEFAULT_LANGUAGE.exec(bytes?.toString('utf8') ?? '')?.groups?.code?.toLowerCase();
    else if (bytes === undefined) notes.leave('a file of more than 1 MiB: not read');
    else pages.push({ path, text: decoded(bytes) });
    size += bytes?.length ?? LARGEST_FILE;
    if (size > LARGEST_IN_ALL) throw fileFailure('too-large', TOO_MUCH, PAGES.hint);
  }
  return { pages, language: language ?? 'en' };
}

async function* zippedFiles(chunks: AsyncIterable<Buffer>): AsyncGenerator<Archived> {
  const parts = await ZipParts.open(chunks, PAGES);
  const { root } = parts;
  for (const name of parts.names.filter((one) => isWanted(one.slice(root.length))).sort())
    yield [name.slice(root.length), await bytesOf(withoutMark(parts.read(name)), LARGEST_FILE)];
}

function isWanted(path: string): boolean {
  return mayBeTalk(path) || isSiteConfig(path);
}

/** Held in memory: only the whole archive shows which folder has all of it. */
async function tarredFiles(chunks: AsyncIterable<Buffer>): Promise<readonly Archived[]> {
  const found: Archived[] = [];
  let root: string | undefined;
  let size = 0;
  for await (const { name, bytes } of tarFiles(chunks, LARGEST_FILE)) {
    root ??= name.slice(0, name.indexOf('/') + 1);
    if (!name.startsWith(root)) root = '';
    if (!PAGES.isWanted(name)) continue;
    found.push([name, bytes && (await bytesOf(withoutMark(Readable.from([bytes])), LARGEST_FILE))]);
    size += bytes?.length ?? 0;
    if (found.length > MAX_PARTS) throw tooManyParts(PAGES);
    if (size > LARGEST_IN_ALL) throw fileFailure('too-large', TOO_MUCH, PAGES.hint);
  }
  const within = found.map(([name, bytes]): Archived => [name.slice(root?.length), bytes]);
  return within.filter(([path]) => isWanted(path)).sort(([a], [b]) => (a < b ? -1 : 1));
}

const PAGES: ArchiveKind = {
  isWanted: (name) => MARKDOWN_FILE.test(name) || SITE_CONFIG.test(name),
  keyOf: (name) => name,
  contents: 'Folders and archives',
  one: 'file',
  many: 'Markdown files',
  hint: 'Use an archive of the folder that has the talks.',
  instead: 'name a single file',
};
const TOO_MUCH = `Its Markdown files have more than ${LARGEST_IN_ALL / 1024 / 1024} MiB.`;

/** Undefined: too large. */
async function bytesOf(chunks: AsyncIterable<Buffer>, most: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most) return undefined;
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

async function entriesOf(
  pages: readonly Page[],
  mapped: ReadonlySet<string>,
  notes: Notes,
): Promise<{ readonly entries: readonly Entry[]; readonly problems: readonly SourceProblem[] }> {
  const entries: Entry[] = [];
  const problems: SourceProblem[] = [];
  for (const { path, text } of pages) {
    const found = await frontMatterOf(text);
    if (found === undefined) notes.leave('a Markdown file without front matter: not read');
    else if (found.document.ok) {
      const members = membersOfPage(membersOf(found.document.value) ?? new Map(), found.body, path);
      const names = [...members.keys()];
      const isTalk = isHeaderOfTalks(names) || names.some((name) => mapped.has(name));
      if (isTalk) entries.push({ path, members: underFields(members, mapped) });
      else notes.leave('a Markdown file without a title and a date: not read');
    } else problems.push({ ...found.document.failure, where: path, key: path });
  }
  return { entries, problems };
}

/** Labels of a line of the text with the date. */
const DATES = ['Date', 'When', 'Date and time', 'Datum', 'Wann', 'Quand', 'Fecha', 'Cuándo'];
/** Names of members with text. */
const TEXTS = ['abstract', 'description'];
const SHORT_TEXTS = ['summary', 'excerpt'];
/** Jekyll has the day in the name of a post. */
const DAY_IN_NAME = /(?:^|\/)(\d{4}-\d\d-\d\d)-[^/]*$/;

function membersOfPage(given: ReadonlyMap<string, unknown>, body: string, path: string): ReadonlyMap<string, unknown> {
  const members = new Map(given);
  const heading = members.has('title') ? undefined : headingOf(body);
  if (heading !== undefined) members.set('title', heading.title);
  const [, day] = DAY_IN_NAME.exec(path) ?? [];
  if (day !== undefined && !hasDay(members)) members.set('date', day);
  const text = (names: readonly string[]): readonly string[] =>
    names.flatMap((name) => {
      const value = members.get(name);
      return typeof value === 'string' && value.trim() !== '' ? [value] : [];
    });
  const long = text(TEXTS);
  const texts = [...(long.length > 0 ? long : text(SHORT_TEXTS)), heading?.rest ?? body];
  const isSaid = [...TEXTS, ...SHORT_TEXTS].some((name) => typeof members.get(name) === 'string');
  for (const name of [...TEXTS, ...SHORT_TEXTS]) members.delete(name);
  const html = [...new Set(texts.map((one) => htmlOfMarkdown(one)))].filter((one) => one !== '').join('\n');
  if (isSaid || html !== '') members.set('description', html);
  if (!hasDay(members)) {
    const labelled = DATES.map((label) => textBehind(html, label)?.text).find((one) => one !== undefined);
    if (labelled !== undefined) members.set('date', labelled);
  }
  return members.set('id', pathOfTalk(path));
}

function hasDay(members: ReadonlyMap<string, unknown>): boolean {
  const columns = guessedColumns([...members.keys()], NOTHING_TAKEN);
  return columns.has('date') || columns.has('start');
}

const NOTHING_TAKEN = { columns: new Set<number>(), fields: new Set<string>() };

/** Under the same names: files of one site may call the same `speaker`, `speakers` and `authors`. */
function underFields(members: ReadonlyMap<string, unknown>, mapped: ReadonlySet<string>): ReadonlyMap<string, unknown> {
  const entries = [...members].filter(([name]) => !mapped.has(name));
  const names = entries.map(([name]) => name);
  const columns = guessedColumns(names, NOTHING_TAKEN);
  const fields = new Map([...columns].map(([field, column]) => [names[column] ?? '', headerOf(field)]));
  return new Map([...members].map(([name, value]) => [fields.get(name) ?? name, value]));
}

/** The path without its language and suffix, which may change. */
function pathOfTalk(path: string): string {
  const whole = withoutSuffix(path);
  return languageOf(path) === '' ? whole : whole.replace(LANGUAGE, '').replace(LANGUAGE_FOLDER, '$<before>');
}

function withoutSuffix(path: string): string {
  return path.replace(MARKDOWN_FILE, '');
}

/** `de` of `index.de.md` and `content/de/talk/moss.md`; `''`: none, or another word such as `am`. */
function languageOf(path: string): string {
  const whole = withoutSuffix(path).toLowerCase();
  const codes = [LANGUAGE, LANGUAGE_FOLDER].map((form) => form.exec(whole)?.groups?.code ?? '');
  return codes.find((code) => LANGUAGES.has(code.slice(0, 2))) ?? '';
}

const CODE = '(?<code>[a-z]{2}(?:-[a-z]{2,4})?)';
const LANGUAGE = new RegExp(String.raw`\.${CODE}$`, 'i');
/** At the top of all pages. */
const LANGUAGE_FOLDER = new RegExp(String.raw`^(?<before>(?:.*\/)?content\/|)${CODE}\/`, 'i');
/** In the configuration of Hugo, and of Jekyll with its usual plugins. */
const DEFAULT_LANGUAGE = new RegExp(
  String.raw`^["']?default_?(?:content)?_?lang(?:uage)?["']?\s*[:=]\s*["']?${CODE}\b`,
  'im',
);

/** Those in folders of talks, if there are any: a site has news and pages, too. */
function ofTalks(entries: readonly Entry[], notes: Notes): readonly Entry[] {
  const within = entries.filter(({ path }) => path.split('/').slice(0, -1).some(isFolderOfTalks));
  if (within.length === 0) return entries;
  notes.leave('a Markdown file outside the folders of talks: not read', entries.length - within.length);
  return within;
}

/**
 * One page of a talk that is there in several languages: the one without a language, that in the default language or
 * in English, or the first.
 * Pages with other starts are other talks, each known by its whole name.
 */
function inOneLanguage(entries: readonly Entry[], language: string, notes: Notes): readonly Entry[] {
  const byPath = Map.groupBy(entries, ({ path }) => pathOfTalk(path));
  const one = [...byPath.values()].flatMap((pages) => {
    const talks = byStart(pages).map((same) => best(same, language));
    if (talks.length === 1) return talks;
    return talks.map(({ path, members }) => ({ path, members: new Map(members).set('id', withoutSuffix(path)) }));
  });
  notes.leave('another language of a talk: not read', entries.length - one.length);
  return one;
}

function best(pages: readonly [Entry, ...Entry[]], language: string): Entry {
  const said = (one: string): Entry | undefined => pages.find(({ path }) => languageOf(path) === one);
  return said('') ?? said(language) ?? said('en') ?? pages[0];
}

function byStart(pages: readonly Entry[]): readonly [Entry, ...Entry[]][] {
  const groups: [Entry, ...Entry[]][] = [];
  for (const page of pages) {
    const start = isoStartOf(page);
    const group = groups.find(([first]) => isSameStart(isoStartOf(first), start));
    if (group === undefined) groups.push([page]);
    else group.push(page);
  }
  return groups;
}

/** `''`: it is written in words, perhaps those of the language. */
function isoStartOf({ members }: Entry): string {
  const value = START_MEMBERS.map((name) => members.get(name)).find((one) => one !== undefined);
  const text =
    value instanceof Date ? value.toISOString() : typeof value === 'string' ? value.trim().replace(' ', 'T') : '';
  return /^\d{4}-\d\d-\d\d/.test(text) ? text : '';
}

const START_MEMBERS = [headerOf('start'), headerOf('date')];

/** A day is the same as each of its hours. */
function isSameStart(a: string, b: string): boolean {
  return a.startsWith(b) || b.startsWith(a);
}

/** Problems name the file instead of its number. */
function withPaths(batch: SourceBatch, entries: readonly Entry[]): SourceBatch {
  const { problems, failure } = batch;
  const placed = (problem: SourceProblem): SourceProblem => {
    const { path } = entries[problem.line - 1] ?? {};
    if (path === undefined || entries.length === 1) return problem;
    return { ...problem, line: 0, where: problem.where === '' ? path : `${path}: ${problem.where}` };
  };
  return {
    ...batch,
    ...(problems === undefined ? {} : { problems: problems.map(placed) }),
    ...(failure === undefined ? {} : { failure: placed(failure) }),
  };
}

/** What stands above the text of a Markdown file, and that text. */
interface FrontMatter {
  /** Parsed as a map; or why it cannot be. */
  readonly document: ParsedDocument;
  readonly body: string;
}

/** Undefined: it has none. @param text of a file, at most a few MiB */
async function frontMatterOf(text: string): Promise<FrontMatter | undefined> {
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
function htmlOfMarkdown(text: string): string {
  if (text.length > LONGEST_MARKDOWN) return text.trim();
  const plain = text
    .replace(/\{\{[<%]?[^{}]{0,1000}[%>]?\}\}|\{%[^{}]{0,1000}%\}|\{:[^{}\n]{0,200}\}/gu, '')
    .replace(/^:::.*$/gmu, '');
  return markdown.render(plain).trim();
}

/** In characters, with what may follow a title. */
const LONGEST_HEADING = 2_000;

/** The heading that a text begins with, which is its title, and the rest. Undefined: none. */
function headingOf(body: string): { readonly title: string; readonly rest: string } | undefined {
  const beginning = body.trimStart().slice(0, LONGEST_HEADING);
  const { title = '' } =
    /^# +(?<title>[^\n]{1,500}?)[ \t#]*(?:\{[^{}\n]*\}[ \t]*)?\r?(?:\n|$)/u.exec(beginning)?.groups ?? {};
  return title === '' ? undefined : { title, rest: body.replace(/^\s*# [^\n]*/u, '') };
}

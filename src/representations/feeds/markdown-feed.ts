import type { Feed, FeedHead, FeedOptions } from './feed-format.ts';
import { documentTitle, feedName, summaries } from './feed-summary.ts';
import type { Fact, FactPart, TalkSummary } from './feed-summary.ts';
import { paragraphs } from './feed-text.ts';
import { columnsOf, wrappedLines } from './feed-wrap.ts';
import { textEnvelope } from '../representation.ts';
import type { Envelope, Publication } from '../representation.ts';

/** Columns, before a mark is put at the start of a line or at its end. */
const WIDTH = 72;

/** Talks as a digest in Markdown (CommonMark), readable as plain text too. Each has its day, to be read alone. */
export function markdown(publication: Publication, options: FeedOptions): Feed {
  const summary = summaries(publication, options);
  return {
    name: feedName('markdown', options),
    entry: (details) => Buffer.from(talkMarkdown(summary(details))),
    frame,
  };
}

function talkMarkdown({ title, notices, facts, description, page }: TalkSummary): string {
  const lines = [
    ...heading(title, '-'),
    '',
    ...notices.flatMap((text) => item({ name: 'Notice', parts: [{ text, href: null }] })),
    ...facts.flatMap(item),
    ...item({ name: 'Page', parts: [{ text: page, href: page }] }),
    ...proseLines(description),
  ];
  return `${lines.join('\n')}\n`;
}

function frame(head: FeedHead): Envelope {
  const lines = [...heading(documentTitle(head), '='), ...proseLines(paragraphs(head.description))];
  if (head.page !== null) lines.push('', `<${head.page}>`);
  const before = `${lines.join('\n')}\n\n`;
  return textEnvelope(before, '\n', '', `${before}No talks.\n`);
}

/** A setext heading: it may have several lines. */
function heading(text: string, rule: '=' | '-'): string[] {
  const lines = inert(text, 0);
  return [...lines, rule.repeat(Math.max(1, ...lines.map(columnsOf)))];
}

/** Paragraphs with an empty line before each. Line breaks in imported text are kept. */
function proseLines(prose: readonly (readonly string[])[]): string[] {
  return prose.flatMap((lines) => [
    '',
    ...lines.flatMap((line, at) => {
      const parts = inert(line, 0);
      return at === lines.length - 1 ? parts : [...parts.slice(0, -1), `${parts.at(-1) ?? ''}\\`];
    }),
  ]);
}

const ITEM_INDENT = '  ';

/** An item of a list. Links stand on lines of their own where there is no room, and are never broken. */
function item({ name, parts }: Fact): string[] {
  const lines = [`- **${name}:**`];
  parts.forEach((part, at) => {
    const last = at === parts.length - 1;
    const open = lines.pop() ?? '';
    const [first = '', ...rest] = partLines(part, columnsOf(open) + 1 - ITEM_INDENT.length);
    lines.push(first === '' ? open : `${open} ${first}`, ...rest.map((line) => ITEM_INDENT + line));
    if (!last) lines.push(`${lines.pop() ?? ''},`);
  });
  return lines;
}

/** A line of mail has no room for more (RFC 5322, 2.1.1): a longer address is written as text, not as a link. */
const LONGEST_ADDRESS = 900;

/** @param taken columns of the first line that are taken, which is empty if there is no room in it */
function partLines({ text, href }: FactPart, taken: number): string[] {
  if (href === null || href.length > LONGEST_ADDRESS) return inert(text, taken);
  const lines = href === text ? [`<${href}>`] : linked(inert(text, 0), href);
  return taken + columnsOf(lines[0] ?? '') > WIDTH ? ['', ...lines] : lines;
}

function linked(lines: readonly string[], href: string): string[] {
  const last = lines.length - 1;
  return lines.map((line, at) => `${at === 0 ? '[' : ''}${line}${at === last ? `](<${href}>)` : ''}`);
}

/** What would be markup anywhere in a line, here or in a common dialect (links without brackets, tables, formulas). */
const MARKUP = /[\\`*_{}[\]<>#|~$^&@]|\/(?=\/)|\.(?=[\p{L}\p{N}])/gu;
/** What would begin a list, a rule, the underline of a heading or a definition. */
const LINE_MARK = /^[-+=:]/;
const LINE_NUMBER = /^(\d{1,9})([.)])(?= |$)/;

/** Pipes become character references: dialects with tables see a pipe even after a backslash. */
function inertWord(word: string): string {
  return word.replace(MARKUP, (character) => (character === '|' ? '&#124;' : `\\${character}`));
}

/** Wraps a line of imported text, with a backslash before anything that would be markup (CommonMark, 2.4). */
function inert(text: string, taken: number): string[] {
  return wrappedLines(text, { width: WIDTH, taken, shown: inertWord }).map((line) =>
    line.replace(LINE_MARK, '\\$&').replace(LINE_NUMBER, '$1\\$2'),
  );
}

import type { Feed, FeedHead, FeedOptions } from './feed-format.ts';
import { documentTitle, feedName, summaries, type TalkSummary } from './feed-summary.ts';
import { paragraphs } from './feed-text.ts';
import { columnsOf, wrappedLines } from './feed-wrap.ts';
import { textEnvelope, type Envelope, type Publication } from '../representation.ts';

/** Columns: a line of mail that is quoted twice still fits in 80. */
const WIDTH = 74;

/** Imported text is indented further than ours, so that none of it passes for a heading, a fact or another talk. */
const INDENT = '    ';

/** Talks as a digest for mail. Each has its day, so that it can be read, and passed on, alone. */
export function plainText(publication: Publication, options: FeedOptions): Feed {
  const summary = summaries(publication, options);
  return {
    name: feedName('text', options),
    entry: (details) => Buffer.from(talkText(summary(details))),
    frame,
  };
}

/** Ends in a line feed, as every line does. */
function talkText({ title, notices, facts, description, page }: TalkSummary): string {
  const lines = wrappedLines(title, { width: WIDTH });
  for (const notice of notices) lines.push(...hanging('  * ', notice));
  for (const { name, parts } of facts) lines.push(...hanging(`  ${name}: `, parts.map(({ text }) => text).join(', ')));
  lines.push(`  ${page}`);
  for (const paragraph of description) {
    lines.push('');
    for (const line of paragraph)
      for (const part of wrappedLines(line, { width: WIDTH - INDENT.length })) lines.push(INDENT + part);
  }
  return `${lines.join('\n')}\n`;
}

/** A text with a hanging indent after a few words of ours. */
function hanging(before: string, text: string): string[] {
  const width = WIDTH - INDENT.length;
  const [first = '', ...rest] = wrappedLines(text, { width, taken: before.length - INDENT.length });
  return [(before + first).trimEnd(), ...rest.map((line) => INDENT + line)];
}

function frame(head: FeedHead): Envelope {
  const title = wrappedLines(documentTitle(head), { width: WIDTH });
  const rule = '='.repeat(Math.max(...title.map(columnsOf), 1));
  const lines = [...title, rule];
  for (const paragraph of paragraphs(head.description)) {
    lines.push('');
    for (const line of paragraph) lines.push(...wrappedLines(line, { width: WIDTH }));
  }
  if (head.page !== null) lines.push('', head.page);
  const before = `${lines.join('\n')}\n\n\n`;
  return textEnvelope(before, '\n\n', '', `${before}No talks.\n`);
}

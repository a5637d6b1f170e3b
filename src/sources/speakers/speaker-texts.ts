import type { SourceTalk } from '../source-talk.ts';
import { statusInWords } from '../status-words.ts';
import { labelledLines } from './labelled-lines.ts';
import type { LabelledLines } from './labelled-lines.ts';
import { prefixOf } from './summary-form.ts';

/** Texts of a talk that may name its speakers. */
export interface SpeakerTexts {
  /** Title without status words, on one line. */
  readonly title: string;
  readonly description: string;
  readonly labels: LabelledLines;
}

export function speakerTexts({ title, description }: Pick<SourceTalk, 'title' | 'description'>): SpeakerTexts {
  const plain = statusInWords(title)?.rest ?? title;
  return { title: plain.replace(/\s+/gu, ' ').trim(), description, labels: labelledLines(description) };
}

/** A title without the name of the series that most titles of its calendar begin with. */
export function withoutPrefix(title: string, prefix: string | undefined): string {
  const found = prefix === undefined ? undefined : prefixOf(title);
  return found?.prefix === prefix ? (found?.rest ?? title) : title;
}

/** Puts a new title in place of the old in one that also has status words; undefined: the two are mixed. */
export function withTitle(written: string, before: string, after: string): string | undefined {
  const line = written.replace(/\s+/gu, ' ').trim();
  return before !== '' && line.includes(before) ? line.replace(before, () => after) : undefined;
}

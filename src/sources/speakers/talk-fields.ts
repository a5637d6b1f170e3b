import type { SourceTalk, OptionalTalkField } from '../source-talk.ts';
import { isPlaceholder } from '../placeholders.ts';
import { withTitle } from './speaker-texts.ts';
import { withoutQuotes } from './summary-form.ts';

/** The talk with these fields set. */
export function withFields(talk: SourceTalk, fields: Partial<Pick<SourceTalk, OptionalTalkField>>): SourceTalk {
  return { ...talk, ...fields, unsaid: talk.unsaid.filter((field) => !(field in fields)) };
}

/**
 * The title of a talk with another in place of its own, without quotes, `''` for “TBA”, and with the status in words that
 * it has.
 *
 * @param own its title without a status in words
 */
export function titleInstead(talk: SourceTalk, own: string, title: string | undefined): string | undefined {
  if (title === undefined) return undefined;
  return withTitle(talk.title, own, isPlaceholder(title) ? '' : withoutQuotes(title));
}

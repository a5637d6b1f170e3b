import { unaccented } from '#catalogue/folding.ts';
import words from './hidden-words.json' with { type: 'json' };

/** Fields that say who may see an entry, as written at the source; each may be absent. */
export interface VisibilityMarks {
  /** `PRIVATE`, `confidential`, `nowhere`, … */
  readonly visibility?: string | undefined;
  /** `draft`, `published`, `cancelled`, `rejected`, … */
  readonly status?: string | undefined;
  /** Yes or no, or a word as in `visibility`. */
  readonly isPrivate?: string | undefined;
  readonly isDraft?: string | undefined;
  readonly isPublished?: string | undefined;
}

/** Why an entry must not be published, as the summary words it. */
export type Hidden = 'marked private or confidential' | 'drafts' | 'not accepted' | 'no talks (“Busy”, “No seminar”)';

const PRIVATE: Hidden = 'marked private or confidential';
const DRAFT: Hidden = 'drafts';
const NOT_ACCEPTED: Hidden = 'not accepted';

/**
 * Whether to leave out an entry; the same rules for every format. Free or busy (TRANSP) is ignored.
 *
 * @returns undefined when it may be published
 */
export function hiddenBy({ visibility, status, isPrivate, isDraft, isPublished }: VisibilityMarks): Hidden | undefined {
  const seen = folded(visibility);
  const stage = folded(status);
  const flag = folded(isPrivate);
  if (PRIVATE_WORDS.has(seen) || PRIVATE_WORDS.has(stage) || PRIVATE_WORDS.has(flag) || YES.has(flag)) return PRIVATE;
  const draft = folded(isDraft);
  const isStillDraft = [seen, stage, draft].some((word) => DRAFT_WORDS.has(word));
  if (isStillDraft || YES.has(draft) || NO.has(folded(isPublished))) return DRAFT;
  return NOT_ACCEPTED_WORDS.has(stage) ? NOT_ACCEPTED : undefined;
}

const PRIVATE_WORDS: ReadonlySet<string> = new Set(words.private);
const DRAFT_WORDS: ReadonlySet<string> = new Set(words.draft);
const NOT_ACCEPTED_WORDS: ReadonlySet<string> = new Set(words['not accepted']);
const YES: ReadonlySet<string> = new Set(words.yes);
const NO: ReadonlySet<string> = new Set(words.no);

/** Whether a cell says yes, in the languages of the pages, or has a tick. */
export function isYes(text: string | undefined): boolean {
  return YES.has(folded(text));
}

/** In characters; anything longer is prose. */
const MAX_LENGTH = 40;

/** Lower-case, without accents and punctuation, as in the word lists. */
function folded(text: string | undefined): string {
  if (text === undefined || text === '' || text.length > MAX_LENGTH) return '';
  return unaccented(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

import { unaccented } from '#catalogue/folding.ts';
import type { Hidden } from './hidden.ts';
import words from './no-talk-words.json' with { type: 'json' };
import type { SourceTalk } from './source-talk.ts';

/** Why such an entry is left out. */
export const NO_TALK: Hidden = 'no talks (“Busy”, “No seminar”)';

/**
 * Whether an entry only says that somebody is busy, or that nothing takes place: “Busy”, “Out of office – Jo”, “NO
 * SEMINAR (Easter)”. The words must be its whole title, or stand in place of the only speaker, without another one:
 * “No class: labour in the 21st century” is a talk.
 */
export function isNoTalk({ title, speakers }: Pick<SourceTalk, 'title' | 'speakers'>): boolean {
  const others = speakers.filter(({ name }) => !saysNoTalk(name));
  if (others.length > 0) return false;
  return title.trim() === '' ? speakers.length > 0 : saysNoTalk(title);
}

/** In characters. */
const MAX_LENGTH = 100;

function saysNoTalk(text: string): boolean {
  if (text.length > MAX_LENGTH || !MAY_BE.test(unaccented(text))) return false;
  const [title = '', name] = text.split(BEFORE_NAME);
  if (name !== undefined && NAME.test(name.trim())) return AWAY.test(folded(title));
  const whole = folded(text);
  return AWAY.test(whole) || NOTHING.test(whole);
}

/** Lower-case, without accents and punctuation. */
function folded(text: string): string {
  return unaccented(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function oneOf(list: readonly string[]): string {
  return list.map(folded).join('|');
}

/** Rules out most titles quickly. */
const MAY_BE = new RegExp(String.raw`^\P{L}*(?:${oneOf([...words.titles, ...words.no])})(?!\p{L})`, 'u');
const AWAY = new RegExp(`^(?:${oneOf(words.titles)})$`, 'u');
/** What may follow is when and why: `no seminar this week`, `no class thanksgiving break`. */
const NOTHING = new RegExp(
  String.raw`^(?:${oneOf(words.no)}) (?:${oneOf(words.events)})(?: (?:${oneOf(words.why)}|\d{1,4}(?:st|nd|rd|th)?))*$`,
  'u',
);
/** Who is away: `Out of office - Jo`. */
const BEFORE_NAME = /\s[-–—]\s(.*)/su;
const NAME = /^\p{Lu}\p{L}*(?:[\s'’-]\p{Lu}\p{L}*)?$/u;

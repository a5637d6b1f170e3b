import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import { wordsOf } from '#catalogue/folding.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { significantWords } from '../merge/significant-words.ts';

/** A talk of a source with its key, stored or new. */
export interface KeyedTalk {
  readonly key: string;
  /** The slug made from the key. It may be that of an earlier talk with the same key. */
  readonly firstSlug?: Slug;
  readonly record: TalkRecord;
}

/** Features that recognise a talk whose key has changed, strongest first. The words follow “recognised by”. */
export const RECOGNISED_BY = {
  key: 'a key that it had before',
  occurrence: 'its event, which repeats at other times now',
  number: 'its number in the key',
  address: 'its address',
  uid: 'its key without the time in it',
  timeAndTitle: 'time and title',
  timeAndSpeakers: 'time and speakers',
  titleAndSpeakers: 'title and speakers',
  title: 'title and series',
  titleAlone: 'its title, when all keys changed',
  speakers: 'its speakers, series and place',
  slot: 'time and place',
  position: 'its position in the series',
} as const;

export type MatchingFeature = keyof typeof RECOGNISED_BY;

/** Features that several talks may share, such as an address or a room that is used again. */
const WEAK: ReadonlySet<MatchingFeature> = new Set<MatchingFeature>(['address', 'uid', 'slot', 'position']);

/** Placeholders for a title, in the languages of the pages. */
const PLACEHOLDER =
  /^(?:(?:title|titel|titre|titulo) )?(?:tb[acd]|n n|to be (?:announced|confirmed|decided|determined)|wird (?:noch )?bekannt ?gegeben|a (?:annoncer|confirmer|definir|preciser)|por (?:anunciar|confirmar|definir|determinar))$/;

/** Words that a title needs as a feature if the talk has no speakers. */
const MIN_WORDS = 3;

interface MatchingOptions {
  /** Whether all keys of the source are new, so that keys mean nothing. */
  readonly areKeysNew?: boolean;
}

/** Features of a talk. Two talks may be the same only if they share one. */
export function matchingFeatures(
  { key, firstSlug, record }: KeyedTalk,
  { areKeysNew = false }: MatchingOptions = {},
): ReadonlyMap<MatchingFeature, string> {
  const { title, series, description, start, venue, locationDetails } = record;
  const place = [series, venue, ...wordsOf(locationDetails)].join(' ');
  const isKeyless = areKeysNew || isKeyOfTitle(key, title);
  const stem = keyStem(key, record);
  const words = titleIn(title);
  const people = peopleOf(record);
  const isTelling = significantWords(title).size >= MIN_WORDS;
  const features: readonly (readonly [MatchingFeature, ...(string | null)[]])[] = [
    ['key', firstSlug ?? record.slug],
    [stem?.isNumber === true ? 'number' : 'uid', stem?.text ?? ''],
    ['address', addressIn(description)],
    ['timeAndTitle', start, words],
    ['timeAndSpeakers', start, people],
    ['titleAndSpeakers', words, people],
    ['title', isTelling && people === '' ? words : '', series],
    ['titleAlone', areKeysNew ? words : ''],
    ['slot', start, place],
    ['speakers', isKeyless ? people : '', place.trim()],
  ];
  return new Map(
    features.filter(([, ...parts]) => !parts.includes('')).map(([feature, ...parts]) => [feature, parts.join(' / ')]),
  );
}

/** Whether two talks that share a feature can be the same. With a weak feature, other titles can rule that out. */
export function isAlike(feature: MatchingFeature, before: TalkRecord, now: TalkRecord): boolean {
  if (!WEAK.has(feature) || samePeople(before, now)) return true;
  const [old, current] = [significantWords(before.title), significantWords(now.title)];
  const isSameStart = before.start === now.start;
  if (titleIn(before.title) === '') return isSameStart || before.speakers.length === 0 || now.speakers.length === 0;
  if (old.size === 0) return isSameStart;
  const shared = [...old].filter((word) => current.has(word)).length;
  if (shared > 0 && shared * 2 >= Math.max(old.size, current.size)) return true;
  return feature !== 'slot' && isSameStart;
}

/**
 * Whether a key is made from the title, as in tables without identifiers, or from its absence. Then a new title makes a
 * new key, which means nothing.
 */
function isKeyOfTitle(key: string, title: string): boolean {
  const folded = title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return key.startsWith('untitled / ') || (folded !== '' && key.startsWith(`${folded} / `));
}

/** The words of a title; `''` if it is yet to be announced. */
function titleIn(title: string): string {
  const words = wordsOf(title).join(' ');
  return PLACEHOLDER.test(words) ? '' : words;
}

function samePeople(before: TalkRecord, now: TalkRecord): boolean {
  return before.speakers.length > 0 && peopleOf(before) === peopleOf(now);
}

function peopleOf({ speakers }: { readonly speakers: readonly Slug[] }): string {
  return [...speakers].sort().join(' ');
}

/** The address of the talk's page at the source, which ends the description. */
function addressIn(description: string): string {
  const last = description.slice(Math.max(description.lastIndexOf('\n'), description.lastIndexOf(' ')) + 1);
  return /^https?:\/\//i.test(last) ? last : '';
}

/** Times in keys: seconds and milliseconds since 1970, and dates with or without a time. */
const TIMES =
  /(?<!\d)(?:\d{13}|\d{10}|(?:19|20)\d{2}(?:0[1-9]|1[0-2])[0-3]\d(?:T?\d{4}(?:\d\d)?Z?)?|(?:19|20)\d{2}-[01]\d-[0-3]\d(?:T[\d:]{5,8}Z?)?)(?!\d)/g;

/** Milliseconds. Keys have local times or bare dates, of the start or the end. */
const NEAR = 2 * 86_400_000;

/** The number of an entry. Shorter ones may count the entries of a day. */
const ENTRY_NUMBER = /^[-_.\s]*\d{3,}[-_.\s]*$/;

interface KeyStem {
  readonly text: string;
  /** Whether it is the number of an entry, as in `123-1699981200-1699984800@example.org`. */
  readonly isNumber: boolean;
}

/**
 * A key without the times of the talk in it; undefined if it has none, or nothing is left. Other times, such as when
 * the entry was made, stay: they do not change with the talk.
 */
export function keyStem(
  key: string,
  { start, end }: { readonly start: Timestamp; readonly end: Timestamp },
): KeyStem | undefined {
  const moments = [Date.parse(start), Date.parse(end)];
  const text = key.replace(TIMES, (time) => {
    const named = momentOf(time);
    return moments.some((moment) => Math.abs(moment - named) <= NEAR) ? '' : time;
  });
  if (text === key) return undefined;
  const local = text.split('@', 1)[0] ?? '';
  if (!/[\p{L}\p{N}]/u.test(local)) return undefined;
  return { text, isNumber: ENTRY_NUMBER.test(local) };
}

/** Milliseconds since 1970. */
function momentOf(time: string): number {
  if (/^\d{13}$/.test(time)) return Number(time);
  if (/^\d{10}$/.test(time)) return Number(time) * 1000;
  const [year, month, day, hour, minute] = /^(....)(..)(..)(..)?(..)?/.exec(time.replace(/\D/g, ''))?.slice(1) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0));
}

import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import { wordsOf } from '#store/words.ts';
import { significantWords } from '../merge/significant-words.ts';
import { keyStem } from './key-stem.ts';

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

import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import { wordsOf } from '#store/words.ts';
import { significantWords } from '../merge/significant-words.ts';
import { keyStem } from './key-stem.ts';

/** A talk of a source under its key, as it was or as it has come. */
export interface KeyedTalk {
  readonly key: string;
  /** The slug that the key leads to by itself: it is another talk's if that had the key first. */
  readonly firstSlug?: Slug;
  readonly record: TalkRecord;
}

/** What a talk can be recognised by after its key has changed, strongest first; in words, after “recognised by”. */
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

export type Trait = keyof typeof RECOGNISED_BY;

/** Those that say little by themselves: several talks may follow each other under one address, or in one room. */
const WEAK: ReadonlySet<Trait> = new Set<Trait>(['address', 'uid', 'slot', 'position']);

/** Words for no title, in the languages of the pages. */
const PLACEHOLDER =
  /^(?:(?:title|titel|titre|titulo) )?(?:tb[acd]|n n|to be (?:announced|confirmed|decided|determined)|wird (?:noch )?bekannt ?gegeben|a (?:annoncer|confirmer|definir|preciser)|por (?:anunciar|confirmar|definir|determinar))$/;

/** How many words a title needs to count where nobody is named as a speaker. */
const LEAST_WORDS = 3;

interface TraitOptions {
  /** Whether the source has no key that it had before, so that keys say nothing. */
  readonly areKeysNew?: boolean;
}

/** The traits of a talk that it has by itself: two talks may be the same only if one of them is equal. */
export function traitsOf(
  { key, firstSlug, record }: KeyedTalk,
  { areKeysNew = false }: TraitOptions = {},
): ReadonlyMap<Trait, string> {
  const { title, series, description, start, venue, locationDetails } = record;
  const place = [series, venue, ...wordsOf(locationDetails)].join(' ');
  const isKeyless = areKeysNew || isKeyOfTitle(key, title);
  const stem = keyStem(key, record);
  const words = titleIn(title);
  const people = peopleOf(record);
  const isTelling = significantWords(title).size >= LEAST_WORDS;
  const traits: readonly (readonly [Trait, ...(string | null)[]])[] = [
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
    traits.filter(([, ...parts]) => !parts.includes('')).map(([trait, ...parts]) => [trait, parts.join(' / ')]),
  );
}

/** Whether two talks that are equal in a trait can be the same: what one of them is called may say that they are not. */
export function isAlike(trait: Trait, before: TalkRecord, now: TalkRecord): boolean {
  if (!WEAK.has(trait) || samePeople(before, now)) return true;
  const [old, current] = [significantWords(before.title), significantWords(now.title)];
  const isSameStart = before.start === now.start;
  if (titleIn(before.title) === '') return isSameStart || before.speakers.length === 0 || now.speakers.length === 0;
  if (old.size === 0) return isSameStart;
  const shared = [...old].filter((word) => current.has(word)).length;
  if (shared > 0 && shared * 2 >= Math.max(old.size, current.size)) return true;
  return trait !== 'slot' && isSameStart;
}

/**
 * Whether a key is made of the title, as in tables without identifiers, or was before there was one: a new title is a new
 * key, which says nothing.
 */
function isKeyOfTitle(key: string, title: string): boolean {
  const folded = title.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim();
  return key.startsWith('untitled / ') || (folded !== '' && key.startsWith(`${folded} / `));
}

/** The words of a title; `''` if it is still to come. */
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

/** The address of a talk's page at the source closes its description. */
function addressIn(description: string): string {
  const last = description.slice(Math.max(description.lastIndexOf('\n'), description.lastIndexOf(' ')) + 1);
  return /^https?:\/\//i.test(last) ? last : '';
}

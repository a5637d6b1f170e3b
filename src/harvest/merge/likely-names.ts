import type { Person } from '#catalogue/person.ts';
import type { CatalogueRecord } from '#catalogue/record.ts';
import type { Place } from '#catalogue/place.ts';
import type { Series } from '#catalogue/series.ts';
import type { Topic } from '#catalogue/topic.ts';
import { isSlug } from '#catalogue/slug.ts';
import { wordsOf } from '#catalogue/folding.ts';
import { personKey, significantWords } from './significant-words.ts';

/** A record with a name that talks refer to. */
export type NamedRecord = Person | Place | Series | Topic;

/** Two records of the same type and name that may be the same. `keep` is only a proposal. */
export interface NamePair {
  readonly type: NamedRecord['type'];
  readonly keep: string;
  readonly drop: string;
  /** Name of the one proposed to be kept. */
  readonly name: string;
  readonly why: readonly string[];
}

export function isNamed(type: string): type is NamedRecord['type'] {
  return type === 'person' || type === 'place' || type === 'series' || type === 'topic';
}

export function asNamed(record: CatalogueRecord): NamedRecord | undefined {
  return record.type === 'talk' || record.type === 'removed_talk' || record.type === 'collection' ? undefined : record;
}

/** Ignores case, accents, punctuation, and titles and word order of people. '': a name without words. */
export function nameKey(type: NamedRecord['type'], name: string): string {
  const folded = type === 'person' ? personKey(name) : wordsOf(name.slice(0, 1000)).join(' ');
  return folded === '' ? '' : `${type} ${folded}`;
}

/** Why two records with equal names may be the same. Undefined: the name is too common to tell. */
export function nameLikeness(a: NamedRecord, b: NamedRecord): string[] | undefined {
  if (a.type === 'person' && b.type === 'person') return ['same name', ...personSupport(a, b)];
  if (a.type === 'series' && b.type === 'series') {
    const support = same(a.webAddress, b.webAddress) ? ['same address'] : [];
    return support.length > 0 || significantWords(a.title).size > 1 ? ['same title', ...support] : undefined;
  }
  if (a.type === 'place' && b.type === 'place') return placeLikeness(a, b);
  return a.type === 'topic' && b.type === 'topic' ? ['same label'] : undefined;
}

function personSupport(a: Person, b: Person): string[] {
  return [
    ...(same(a.emailAddress, b.emailAddress) ? ['same e-mail address'] : []),
    ...(same(a.webAddress, b.webAddress) ? ['same web address'] : []),
    ...(isSimilar(a.bio, b.bio) ? ['similar affiliation'] : []),
  ];
}

/** A university has many rooms named “Seminar room 1”. */
function placeLikeness(a: Place, b: Place): string[] | undefined {
  if (a.kind !== b.kind) return undefined;
  const isThere = a.latitude !== null && a.latitude === b.latitude && a.longitude === b.longitude;
  const support = [
    ...(a.parent !== null && a.parent === b.parent ? ['parts of the same'] : []),
    ...(same(a.address, b.address) || isSimilar(a.address, b.address) ? ['similar address'] : []),
    ...(isThere ? ['same position'] : []),
  ];
  const isElsewhere = a.parent !== null && b.parent !== null && a.parent !== b.parent;
  const isTelling = significantWords(a.name).size > 1 && !isElsewhere;
  return support.length > 0 || isTelling ? ['same name', ...support] : undefined;
}

function same(a: string, b: string): boolean {
  return a !== '' && a.toLowerCase() === b.toLowerCase();
}

/** Whether two texts share three quarters of all their words. */
function isSimilar(a: string, b: string): boolean {
  const [first, second] = [significantWords(a), significantWords(b)];
  const shared = [...first].filter((word) => second.has(word)).length;
  return shared > 0 && shared / (first.size + second.size - shared) >= 0.75;
}

export function namePair(a: NamedRecord, b: NamedRecord, why: readonly string[]): NamePair {
  const [keep, drop] = [a, b].sort(
    (one, other) => standing(one) - standing(other) || (nameRecordKey(one) < nameRecordKey(other) ? -1 : 1),
  );
  return { type: a.type, keep: nameRecordKey(keep ?? a), drop: nameRecordKey(drop ?? b), name: called(keep ?? a), why };
}

/** Identifiers that Lectern made from a source's names are dropped first. */
function standing(named: NamedRecord): number {
  const key = nameRecordKey(named);
  return Number(
    key.startsWith('source:') || key.startsWith('https://topics.invalid/') || (isSlug(key) && key.charAt(14) === '5'),
  );
}

export function nameRecordKey(named: NamedRecord): string {
  if (named.type === 'place') return named.id;
  return named.type === 'topic' ? named.uri : named.slug;
}

export function called(named: NamedRecord): string {
  if (named.type === 'series') return named.title;
  return named.type === 'topic' ? named.label : named.name;
}

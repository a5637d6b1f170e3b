import { queryString } from '#representations/links/links.ts';
import type { FeedUse } from '#search/query/feed-question.ts';
import type { Filters } from '#search/query/question.ts';
import type { NamedValue } from '#search/query/request.ts';
import { firstTalks, type TalkListKind } from '../api/listing.ts';
import type { Snapshot } from '#replica/snapshot.ts';

/** A search described in words. */
interface Sought {
  readonly title: string;
}

/** How many names of one kind a title has; the rest are counted. */
const MAX_NAMES = 3;

/**
 * A search as a listing: its feed is named after the query.
 *
 * @param asked as in ParsedFeed
 */
export function searchListing(filters: Filters, asked: readonly NamedValue[], use: FeedUse): TalkListKind<Sought> {
  return {
    kind: 'search',
    noun: 'search',
    isId: () => true,
    address: (links) => links.talkSearch,
    text: filters.text,
    find: (snapshot) => ({ title: titleOf(filters, snapshot) }),
    talks: (index, _sought, window, most) => firstTalks(index, filters, window, most),
    envelope: () => {
      throw new Error('a search is written as a search');
    },
    about: ({ title }, pages) => ({ title, description: descriptionOf(asked, use), page: pages.search(sought(asked)) }),
  };
}

/** The cache key of a search: all that its title and description depend on. */
export function searchKey(asked: readonly NamedValue[], use: FeedUse): string {
  return use + queryString(sought(asked));
}

/** The filters and dates, without form and number. */
function sought(asked: readonly NamedValue[]): readonly NamedValue[] {
  return asked.filter(({ name }) => !APART_FROM_TITLE.includes(name));
}

const APART_FROM_TITLE = ['order', 'count', 'page', 'alarm', 'dates'];

/** `Talks with “peat” on Moss by Ada Núñez or Bo Host in Plants & people at Glass House organised by Department of Botany`. */
function titleOf(filters: Filters, snapshot: Snapshot): string {
  const placeName = (id: string): string | undefined => snapshot.place(id)?.name;
  const parts = [
    filters.text === null ? '' : `with “${filters.text.text}”`,
    part('on', filters.topics, (uri) => snapshot.topic(uri)?.label),
    part('by', filters.speakers, (slug) => snapshot.person(slug)?.name),
    part('in', filters.series, (slug) => snapshot.series(slug)?.title),
    part('at', filters.venues, placeName),
    part('organised by', filters.departments, placeName),
  ];
  return ['Talks', ...parts.filter((one) => one !== '')].join(' ');
}

/** @param nameOf undefined for unknown keys, which are then shown themselves */
function part(word: string, keys: readonly string[], nameOf: (key: string) => string | undefined): string {
  if (keys.length === 0) return '';
  const names: string[] = [];
  for (const key of keys.slice(0, MAX_NAMES)) names.push(nameOf(key) ?? key);
  if (keys.length > MAX_NAMES) names.push(`${String(keys.length - MAX_NAMES)} more`);
  return `${word} ${names.join(' or ')}`;
}

/** The dates and cancelled talks, as requested, since `today` is another day tomorrow. */
function descriptionOf(asked: readonly NamedValue[], use: FeedUse): string {
  const valueOf = (wanted: string): string | undefined => asked.find(({ name }) => name === wanted)?.value;
  const from = valueOf('from') ?? (use === 'news' ? 'today' : 'a year back');
  const to = valueOf('to');
  const cancelled = valueOf('cancelled');
  const until = to === undefined ? '' : `, until ${/^plus\d+$/.test(to) ? `${to.slice(4)} days later` : to}`;
  const sentences = [`Talks from ${from} on${until}`];
  if (cancelled === 'omit') sentences.push('Without those that are cancelled');
  if (cancelled === 'only') sentences.push('Only those that are cancelled');
  return sentences.map((sentence) => `${sentence}.`).join(' ');
}

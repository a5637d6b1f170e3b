import type { Slug } from '#catalogue/slug.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { TalkChange, TalkWords } from '#store/store.ts';

/** What can become of a talk, the weightier before the lighter: one that is cancelled and renamed is cancelled. */
export const TALK_NEWS = ['added', 'removed', 'cancelled', 'restored', 'moved', 'renamed', 'changed'] as const;
export type TalkNews = (typeof TALK_NEWS)[number];

/** One of the talks that something became of. */
export interface ToldTalk {
  readonly slug: Slug;
  readonly title: string;
  readonly start: Timestamp;
  /** What it was before, where that is another. */
  readonly wasTitle?: string;
  readonly wasStart?: Timestamp;
}

export interface NewsOfTalks {
  readonly count: number;
  /** The first few. */
  readonly talks: readonly ToldTalk[];
}

/** How many are named of each kind. */
const NAMED = 10;

/** What an import does to talks, in words and bounded: how many were moved, and which the first of them are. */
export class TalkChanges {
  readonly #told = new Map<TalkNews, { count: number; readonly talks: ToldTalk[] }>();
  /** What the policy for talks that vanish can bring about, too. */
  readonly #ended = new Map<Slug, TalkNews>();

  add(change: TalkChange): void {
    const news = newsOf(change);
    const words = change.after ?? change.before;
    if (words === undefined) return;
    const told = this.#told.get(news) ?? { count: 0, talks: [] };
    this.#told.set(news, told);
    told.count++;
    if (news === 'cancelled' || news === 'removed') this.#ended.set(change.slug, news);
    if (told.talks.length < NAMED) told.talks.push(toldTalk(change.slug, words, change.before));
  }

  /** All but of these, which are told of by themselves; in the order of TALK_NEWS. */
  without(slugs: ReadonlySet<Slug>): ReadonlyMap<TalkNews, NewsOfTalks> {
    const all = TALK_NEWS.map((news) => {
      const { count = 0, talks = [] } = this.#told.get(news) ?? {};
      const others = [...slugs].filter((slug) => this.#ended.get(slug) === news).length;
      return [news, { count: count - others, talks: talks.filter(({ slug }) => !slugs.has(slug)) }] as const;
    });
    return new Map(all.filter(([, { count }]) => count > 0));
  }
}

function newsOf({ before, after, isElsewhere }: TalkChange): TalkNews {
  if (before === undefined) return 'added';
  if (after === undefined) return 'removed';
  if (before.status !== after.status) {
    if (after.status === 'cancelled') return 'cancelled';
    if (before.status === 'cancelled') return 'restored';
  }
  if (isElsewhere || isMoved(before, after)) return 'moved';
  return before.title === after.title ? 'changed' : 'renamed';
}

function isMoved(before: TalkWords, after: TalkWords): boolean {
  const where = ({ start, end, locationDetails, onlineUrl }: TalkWords): string =>
    JSON.stringify([start, end, locationDetails, onlineUrl]);
  return where(before) !== where(after);
}

function toldTalk(slug: Slug, { title, start }: TalkWords, before: TalkWords | undefined): ToldTalk {
  return {
    slug,
    title,
    start,
    ...(before === undefined || before.title === title ? {} : { wasTitle: before.title }),
    ...(before === undefined || before.start === start ? {} : { wasStart: before.start }),
  };
}

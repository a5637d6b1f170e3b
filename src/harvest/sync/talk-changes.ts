import { rememberedStart } from '#catalogue/all-day.ts';
import type { Slug } from '#catalogue/slug.ts';
import { TIME_AND_PLACE } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import type { TalkChange, ComparedFields } from '#store/store-import.ts';

/** Kinds of change to a talk, most important first: a talk that is cancelled and renamed counts as cancelled. */
const TALK_NEWS = ['added', 'removed', 'cancelled', 'restored', 'moved', 'renamed', 'changed'] as const;
export type TalkNews = (typeof TALK_NEWS)[number];

/** A changed talk. */
export interface ToldTalk {
  readonly slug: Slug;
  readonly title: string;
  /** As from `rememberedStart`, like `wasStart`. */
  readonly start: Timestamp;
  /** Previous values, if different. */
  readonly wasTitle?: string;
  readonly wasStart?: Timestamp;
}

export interface NewsOfTalks {
  readonly count: number;
  /** The first few talks. */
  readonly talks: readonly ToldTalk[];
}

/** Talks listed of each kind. */
const NAMED = 10;

/** Counts the changes of an import to talks by kind, and lists the first few of each. */
export class TalkChanges {
  readonly #told = new Map<TalkNews, { count: number; readonly talks: ToldTalk[] }>();
  /** Cancelled and removed talks, which may also result from the policy for gone talks. */
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

  /** Changes without these talks, which are reported separately; in the order of TALK_NEWS. */
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
  if (isElsewhere || TIME_AND_PLACE.some((field) => before[field] !== after[field])) return 'moved';
  return before.title === after.title ? 'changed' : 'renamed';
}

function toldTalk(slug: Slug, now: ComparedFields, before: ComparedFields | undefined): ToldTalk {
  const { title } = now;
  const start = rememberedStart(now);
  const wasStart = before && rememberedStart(before);
  return {
    slug,
    title,
    start,
    ...(before === undefined || before.title === title ? {} : { wasTitle: before.title }),
    ...(wasStart === undefined || wasStart === start ? {} : { wasStart }),
  };
}

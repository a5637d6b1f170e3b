import { latestTimes } from '#catalogue/all-day.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import type { Timestamp } from '#catalogue/timestamp.ts';
import { wordsOf } from '#catalogue/folding.ts';
import { isAlike } from './matching-features.ts';
import type { KeyedTalk } from './matching-features.ts';

/** Key of an occurrence: the key of its event, and its time by the event's rule. */
const OCCURRENCE = /^(?<event>.*)\/(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?:T(?<hour>\d\d)(?<minute>\d\d)\d\dZ?)?$/s;

/** Suffix in Google UIDs of an event that goes on at other times; without it, the UID is that of the earlier event. */
const CONTINUED = /_R\d{8}(?:T\d{6}Z?)?(?=@|$)/;

interface Occurrence {
  readonly talk: KeyedTalk;
  /** Milliseconds since 1970. */
  readonly moment: number;
}

interface OccurrencePair {
  readonly before: TalkRecord;
  readonly talk: KeyedTalk;
}

/** Recurring events with occurrences new to the source: their rules may have moved from Tuesdays to Wednesdays. */
export class MovedOccurrences {
  readonly #events = new Map<string, { readonly fresh: Occurrence[]; readonly known: Occurrence[] }>();

  constructor(fresh: readonly KeyedTalk[]) {
    for (const talk of fresh) {
      const { event, moment } = occurrenceOf(talk.key) ?? {};
      if (event === undefined || moment === undefined) continue;
      const found = this.#events.get(event) ?? { fresh: [], known: [] };
      found.fresh.push({ talk, moment });
      this.#events.set(event, found);
    }
  }

  /** Adds a talk that the source had before. */
  add(talk: KeyedTalk): void {
    if (this.#events.size === 0) return;
    const { event, moment } = occurrenceOf(talk.key) ?? {};
    if (event !== undefined && moment !== undefined) this.#events.get(event)?.known.push({ talk, moment });
  }

  /** Pairs each missing talk with the nearest new one of its event, between the talks before and after it. */
  *pairs(
    isMissing: (slug: Slug) => boolean,
    isFree: (slug: Slug) => boolean,
    now: Timestamp,
  ): Generator<OccurrencePair> {
    for (const { fresh, known } of this.#events.values()) {
      known.sort(byMoment);
      fresh.sort(byMoment);
      let first = 0;
      for (const [index, { talk, moment }] of known.entries()) {
        const [from, to] = spanOf(moment, known[index - 1]?.moment, known[index + 1]?.moment);
        while ((fresh[first]?.moment ?? Number.POSITIVE_INFINITY) <= from) first++;
        if (!isMissing(talk.record.slug)) continue;
        const best = nearest(fresh, { first, to, moment }, (one) => {
          return isFree(one.talk.record.slug) && isSame(talk.record, one.talk.record, now);
        });
        if (best !== undefined) yield { before: talk.record, talk: best.talk };
      }
    }
  }
}

function occurrenceOf(key: string): { readonly event: string; readonly moment: number } | undefined {
  const { event = '', year, month, day, hour = 0, minute = 0 } = OCCURRENCE.exec(key)?.groups ?? {};
  if (event === '') return undefined;
  const moment = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  return { event: event.replace(CONTINUED, ''), moment };
}

function byMoment(a: Occurrence, b: Occurrence): number {
  return a.moment - b.moment;
}

/** Milliseconds that an occurrence without neighbours can move. */
const WEEK = 7 * 86_400_000;

/** From the occurrence before to the one after; symmetric if one is missing. */
function spanOf(moment: number, before: number | undefined, after: number | undefined): readonly [number, number] {
  const [earlier, later] = [before && moment - before, after && after - moment];
  return [moment - (earlier ?? later ?? WEEK), moment + (later ?? earlier ?? WEEK)];
}

function nearest(
  fresh: readonly Occurrence[],
  { first, to, moment }: { readonly first: number; readonly to: number; readonly moment: number },
  isFit: (one: Occurrence) => boolean,
): Occurrence | undefined {
  let best: Occurrence | undefined;
  for (let at = first; at < fresh.length; at++) {
    const one = fresh[at];
    if (one === undefined || one.moment >= to) break;
    const isNearer = best === undefined || Math.abs(one.moment - moment) < Math.abs(best.moment - moment);
    if (isNearer && isFit(one)) best = one;
  }
  return best;
}

/** Whether two talks can be the same: a talk that has begun or was cancelled does not move. */
function isSame(before: TalkRecord, talk: TalkRecord, now: Timestamp): boolean {
  if (latestTimes(before).start <= now && latestTimes(talk).end > now) return false;
  if (before.status === 'cancelled' && talk.status !== 'cancelled') return false;
  return wordsOf(before.title).join(' ') === wordsOf(talk.title).join(' ') || isAlike('uid', before, talk);
}

import type { TalkDetails } from '#catalogue/talk-details.ts';
import { secondsOf } from '#catalogue/timestamp.ts';
import { fragmentsOf } from '#pages/fragments.ts';
import { myTalksPage } from '#pages/mine/my-talks.ts';
import { parseChosenTalks } from '#search/query/page-question.ts';
import { NO_FILTERS } from '../api/listing.ts';
import type { Answer } from '../http/answer.ts';
import { valueOrThrow } from '../http/errors.ts';
import type { PageService } from '../service.ts';
import type { Target } from '../http/application.ts';
import { whenOver } from '#catalogue/talk-length.ts';
import { documentPageAnswer, viewOf } from './page-response.ts';

/** How long the response cache keeps the page, which changes when a talk is over; milliseconds. */
const PAGE_FOR = 60_000;
/** Maximum pairs of overlapping talks shown. */
const MAX_CLASHES = 20;

const ALWAYS = { from: -Infinity, to: Infinity };

/** The talks that a reader has chosen, from the parameter `talk`. */
export async function myTalksPageAnswer(service: PageService, target: Target): Promise<Answer> {
  const asked = valueOrThrow(parseChosenTalks(target.query, service.rules));
  const view = viewOf(service, target);
  const now = view.now.getTime();
  const document = service.catalogue.read((snapshot) => {
    const question = {
      ...NO_FILTERS,
      talks: asked,
      window: ALWAYS,
      order: 'date',
      page: 1,
      count: asked.length,
    } as const;
    const { talks } = asked.length === 0 ? { talks: new Uint32Array(0) } : snapshot.index.answer(question);
    const details = snapshot.talks(talks);
    const over = details.map(({ talk }) => whenOver(talk) * 1000 <= now);
    const isOver = (at: number): boolean => over[at] === true;
    const upcoming = talks.filter((_, at) => !isOver(at));
    const past = talks.filter((_, at) => isOver(at)).reverse();
    const there = new Set<string>(details.map(({ talk }) => talk.slug));
    const content = {
      asked,
      missing: asked.filter((slug) => !there.has(slug)),
      clashes: clashesOf(details.filter((_, at) => !isOver(at))),
      upcoming: upcoming.length,
      past: past.length,
    };
    const lists = [upcoming, past].filter((list) => list.length > 0).map((list) => ({ talks: list, byDay: true }));
    return service.pages.document(snapshot, view, { fragments: fragmentsOf(myTalksPage(content, view)), lists });
  });
  const until = view.now.getTime() + PAGE_FOR;
  return documentPageAnswer(document, view, { changesAt: service.clock.nextMidnight(view.now), until });
}

/**
 * Talks that overlap, apart from cancelled ones and those without hours, which others may be part of. The end of a talk
 * without one is estimated. @param talks in order of start
 */
function clashesOf(talks: readonly TalkDetails[]): (readonly [TalkDetails, TalkDetails])[] {
  const clashes: (readonly [TalkDetails, TalkDetails])[] = [];
  const kept = talks.filter(({ talk }) => talk.status !== 'cancelled' && !talk.allDay);
  for (const [at, one] of kept.entries()) {
    for (const other of kept.slice(at + 1)) {
      if (secondsOf(other.talk.start) >= whenOver(one.talk)) break;
      clashes.push([one, other]);
    }
  }
  return clashes.slice(0, MAX_CLASHES);
}

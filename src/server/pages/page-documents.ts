import {
  AROUND_LIST,
  AROUND_PAST,
  aroundDay,
  aroundGoingOn,
  type DayName,
  talkItem,
  type TalksBeside,
} from '#pages/lists/talk-list.ts';
import { TALK_LIST, type Fragments } from '#pages/fragments.ts';
import { dayOfTalk } from '#pages/lists/when-and-where.ts';
import type { View } from '#pages/frame/view.ts';
import type { TalkDetails } from '#catalogue/talk-details.ts';
import { foundItem, snippetsFor } from '#pages/search/found-item.ts';
import { calendarIn, dayOfSecond, type Calendar, type Day } from '#search/query/calendar-date.ts';
import { dateText } from '#search/query/civil-days.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { TextQuery } from '#search/query/text-query.ts';
import type { DocumentAssembler, Rendering } from '../documents/document-assembler.ts';
import type { Document, Part } from '../documents/document.ts';
import type { Snapshot } from '#replica/snapshot.ts';

/** A page, and the talks to insert. */
interface PageWithTalks {
  readonly fragments: Fragments;
  /** In the order of their placeholders; fewer if the last ones are empty. */
  readonly lists: readonly TalksOfPage[];
  /** The text query whose words are marked in the lists; undefined or null for none. */
  readonly text?: TextQuery | null;
}

export interface TalksOfPage {
  /** Numbers of the talks. */
  readonly talks: Uint32Array;
  /** Whether to add a heading for each day. The talks must then be in order of start, or in reverse order. */
  readonly byDay: boolean;
  /** Whether all of them have taken place: in a list without headings of days, which say it otherwise. */
  readonly isPast?: boolean;
  /** Talks that began before the first day and go on: above it, or below a list without days. */
  readonly goingOn?: GoingOn | undefined;
}

/** Talks that began before a day and go on. */
export interface GoingOn {
  readonly day: Day;
  readonly talks: readonly TalkDetails[];
  /** Whether they are below the days of the list, because the latest day is first. */
  readonly isBelow?: boolean;
}

/** Assembles pages with lists of talks. */
export class PageDocuments {
  readonly #assembler: DocumentAssembler;
  readonly #calendar: Calendar;
  /** Cached headings of days, by language and by whether they are over. */
  readonly #days = new Map<string, Map<Day, AroundBytes>>();

  /** @param timeZone IANA name; determines the days */
  constructor(assembler: DocumentAssembler, timeZone: string) {
    this.#assembler = assembler;
    this.#calendar = calendarIn(timeZone);
  }

  /** Assembles a page that was rendered from this snapshot. */
  document(snapshot: Snapshot, view: View, page: PageWithTalks): Document {
    const { index } = snapshot;
    const { text } = page;
    const items = text === undefined || text === null ? asPageItems(index, view) : asFoundItems(index, view, text);
    return this.#assembler.assemble(snapshot, items, this.#parts(index, page, view));
  }

  #parts(index: TalkIndex, { fragments, lists }: PageWithTalks, view: View): Part[] {
    const parts: Part[] = [];
    let shown = 0;
    for (const fragment of fragments) {
      if (fragment !== TALK_LIST) parts.push(fragment);
      else {
        const list = lists[shown++];
        if (list !== undefined) parts.push(...this.#listParts(index, list, view));
      }
    }
    return parts;
  }

  #listParts(index: TalkIndex, { talks, byDay, isPast = false, goingOn }: TalksOfPage, view: View): Part[] {
    const aside = goingOn === undefined ? [] : goingOnParts(index, goingOn, view);
    const { before: opened, after: closed } = isPast ? PAST : LIST;
    if (!byDay) return talks.length === 0 ? aside : [opened, talks, closed, ...aside];
    const isBelow = goingOn?.isBelow === true;
    const parts: Part[] = isBelow ? [] : [...aside];
    const starts = index.starts(talks);
    for (let first = 0; first < talks.length;) {
      const day = dayOfSecond(this.#calendar, starts[first] ?? 0);
      const [dayStarts, dayEnds] = [this.#calendar.startOfDay(day), this.#calendar.startOfDay(day + 1)];
      const isOfDay = (start: number | undefined): boolean =>
        start !== undefined && start >= dayStarts && start < dayEnds;
      let next = first + 1;
      while (isOfDay(starts[next])) next += 1;
      const { before, after } = this.#aroundDay(day, view);
      parts.push(before, talks.subarray(first, next), after);
      first = next;
    }
    return isBelow ? [...parts, ...aside] : parts;
  }

  #aroundDay(day: Day, view: View): AroundBytes {
    const name = this.#nameOf(day, view);
    if (name === 'today' || name === 'tomorrow') return aroundBytes(day, view, name);
    const key = `${view.language} ${name ?? 'ahead'}`;
    let days = this.#days.get(key);
    if (days === undefined) this.#days.set(key, (days = new Map<Day, AroundBytes>()));
    let known = days.get(day);
    if (known === undefined) {
      if (days.size >= MAX_DAYS) days.clear();
      days.set(day, (known = aroundBytes(day, view, name)));
    }
    return known;
  }

  #nameOf(day: Day, { now }: View): DayName {
    const today = this.#calendar.dayAt(now);
    if (day < today) return 'over';
    if (day === today) return 'today';
    return day === today + 1 ? 'tomorrow' : null;
  }
}

/** Items that say which of a talk's days it is, and so differ from those of other lists. */
function goingOnParts(index: TalkIndex, { day, talks }: GoingOn, view: View): Part[] {
  if (talks.length === 0) return [];
  const { before, after } = aroundGoingOn(view);
  const around = venueAroundIn(index);
  const date = dateText(day);
  const items = talks.map((details) =>
    talkItem(details, view, around(details), undefined, dayOfTalk(details.talk, date, view)),
  );
  return [Buffer.from([before, ...items.map(({ markup }) => markup), after].join(''))];
}

/** Talks as items of a list, in the language of a page and with its links. */
function asPageItems(index: TalkIndex, view: View): Rendering {
  const around = venueAroundIn(index);
  const render = (details: TalkDetails): Buffer => Buffer.from(talkItem(details, view, around(details)).markup);
  return { name: itemsName(view), render, between: NOTHING };
}

/** The same with a snippet of the abstract, in which the words of a text are marked. */
function asFoundItems(index: TalkIndex, view: View, text: TextQuery): Rendering {
  const around = venueAroundIn(index);
  const snippets = snippetsFor(text);
  const render = (details: TalkDetails): Buffer => Buffer.from(foundItem(details, view, around(details), snippets));
  return { name: `${itemsName(view)} ${text.text}`, render, between: NOTHING };
}

function itemsName({ language, languageInAddress }: View): string {
  return `page ${language}${languageInAddress ? ' in address' : ''}`;
}

function venueAroundIn({ places }: TalkIndex): (details: TalkDetails) => string {
  return ({ venue }) => (venue === null ? '' : places.venueAround(venue.id));
}

const NOTHING = Buffer.alloc(0);

/** Maximum cached days per language: some ten years, a megabyte. */
const MAX_DAYS = 4_000;

interface AroundBytes {
  readonly before: Buffer;
  readonly after: Buffer;
}

function aroundBytes(day: Day, view: View, name: DayName): AroundBytes {
  return bytesOf(aroundDay(dateText(day), view, name));
}

function bytesOf({ before, after }: TalksBeside): AroundBytes {
  return { before: Buffer.from(before), after: Buffer.from(after) };
}

const LIST = bytesOf(AROUND_LIST);
const PAST = bytesOf(AROUND_PAST);

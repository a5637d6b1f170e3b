import type { TalkDetails } from '#catalogue/talk-details.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { shortened } from '../frame/shortened.ts';
import { theirs, words } from '../frame/words.ts';
import type { Dates } from '../calendar/dates.ts';
import { titleHtml } from '../prose/title.ts';
import type { View } from '../frame/view.ts';
import { follow } from './follow-menu.ts';
import { otherViews, type Query } from './listed-talks.ts';
import type { Followed } from './subscribe.ts';
import { venueName } from './venue-name.ts';
import { startText, whenOf } from './when.ts';

interface AsideProps {
  /** Some of its talks around the present, in order of start. */
  readonly nearest: readonly TalkDetails[];
  /** When its talks usually are, in its own words; `''`: as counted in `nearest`. */
  readonly occurrence?: string | undefined;
  /** What all of its talks have in common, which is not repeated. A speaker has no usual time. */
  readonly common: 'series' | 'speaker' | 'venue' | undefined;
  readonly followed: Followed;
  /** The search parameters that find its talks; undefined if none do. */
  readonly filters: Query | undefined;
  /** The current month, `yyyy-mm`. */
  readonly month: string;
  readonly view: View;
}

/** What readers of a list come for: its next talk, when and where it usually is, and how to follow it. */
export function listAside(props: AsideProps): Html {
  const { nearest, common, followed, filters, month, view } = props;
  const { group } = view.messages.browse;
  const next = nextTalk(nearest, view.now);
  const known = [
    next === undefined ? NOTHING : labelled(group.next, nextLines(next, common, view), 'next-talk'),
    common === 'speaker' ? NOTHING : usual(props),
  ].filter((one) => one !== NOTHING);
  return html`<aside class="list-aside" aria-label="${group.atAGlance}">
    ${known.length === 0 ? NOTHING : html`<dl>${known}</dl>`}
    <div class="list-actions">
      ${follow({ list: followed, view })} ${filters === undefined ? NOTHING : otherViews(filters, month, view)}
    </div>
  </aside>`;
}

function labelled(label: string, content: readonly Html[], kind: string): Html {
  return html`<div class="${kind}">
    <dt>${label}</dt>
    ${content.map((line) => html`<dd>${line}</dd>`)}
  </div>`;
}

/** The first talk that takes place and has not begun; undefined: there is none. @param talks in order of start */
export function nextTalk(talks: readonly TalkDetails[], now: Date): TalkDetails | undefined {
  return talks.find(({ talk }) => talk.status !== 'cancelled' && Date.parse(talk.start) > now.getTime());
}

function nextLines(details: TalkDetails, common: AsideProps['common'], view: View): readonly Html[] {
  const { talk, speakers, venue } = details;
  const { dates, links } = view;
  const isNamed = common !== 'speaker' && speakers.length <= MAX_SPEAKERS;
  const names = isNamed ? speakers.map(({ name }) => words(shortened(name, LONGEST_NAME))) : [];
  const place = venue === null || common === 'venue' ? [] : [roomOf(details)];
  const about = [...names, ...place];
  return [
    html`<time datetime="${whenOf(talk, dates).from}">${startText(talk, dates)}</time>`,
    html`<a href="${links.talk(talk.slug)}" ${theirs(talk.title)}
      >${titleHtml(shortened(talk.title, LONGEST_TITLE))}</a
    >`,
    ...(about.length === 0 ? [] : [html`${about.map((one, at) => html`${at === 0 ? '' : ' · '}${one}`)}`]),
  ];
}

/** `Library, Anning Hall` */
function roomOf({ venue, venuesAbove: [around] }: TalkDetails): Html {
  return words(shortened(venueName(venue?.name ?? '', around?.name ?? ''), LONGEST_NAME));
}

/** Maximum bytes of a name, and of a title. */
const LONGEST_NAME = 120;
const LONGEST_TITLE = 400;
/** More speakers are not named beside the next talk. */
const MAX_SPEAKERS = 2;

function usual({ nearest, occurrence = '', common, view }: AsideProps): Html {
  const { links, messages } = view;
  const timed = nearest.filter(({ talk }) => !talk.allDay && talk.status !== 'cancelled');
  const time =
    occurrence === '' ? usualTime(timed, view.dates) : html`<span ${theirs(occurrence)}>${occurrence}</span>`;
  const there = common === 'venue' ? undefined : mostOf(timed, ({ venue }) => venue?.id);
  const place = there?.venue ? html`<a href="${links.venue(there.venue.id)}">${roomOf(there)}</a>` : NOTHING;
  const lines = [time, place].filter((line) => line !== NOTHING);
  return lines.length === 0 ? NOTHING : labelled(messages.browse.group.usually, lines, 'usual');
}

/** `Friday, 13:00`, or only the weekday or time that most talks share. */
function usualTime(talks: readonly TalkDetails[], dates: Dates): Html {
  const weekdayOf = ({ talk }: TalkDetails): string => dates.weekday(dates.isoDay(talk.start), 'long');
  const timeOf = ({ talk }: TalkDetails): string => dates.time(talk.start);
  const [onDay, atTime] = [mostOf(talks, weekdayOf), mostOf(talks, timeOf)];
  const parts = [onDay && weekdayOf(onDay), atTime && timeOf(atTime)].filter((part) => part !== undefined);
  return parts.length === 0 ? NOTHING : html`${parts.join(', ')}`;
}

/** Fewer talks are no habit. */
const A_HABIT = 3;

/** A talk with the value that more than half of the talks have; undefined: no value is as common as that. */
function mostOf(
  talks: readonly TalkDetails[],
  valueOf: (details: TalkDetails) => string | undefined,
): TalkDetails | undefined {
  const counts = new Map<string, { readonly first: TalkDetails; count: number }>();
  for (const details of talks) {
    const value = valueOf(details);
    if (value === undefined) continue;
    const known = counts.get(value);
    if (known === undefined) counts.set(value, { first: details, count: 1 });
    else known.count += 1;
  }
  for (const { first, count } of counts.values()) if (count >= A_HABIT && count * 2 > talks.length) return first;
  return undefined;
}

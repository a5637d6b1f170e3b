import type { Talk } from '#catalogue/talk.ts';
import { lengthOf } from '#catalogue/talk-length.ts';
import { talkInGrid, type CalendarTalk } from './calendar-talks.ts';
import { HOURS, LEAST, MAX_LANES, MOST, NARROW, STEP, STEPS, WIDTH_STEP } from './grid-rules.ts';
import { html, NOTHING, type Html } from '../frame/html.ts';
import { lastMoment } from '#representations/formatted-time.ts';
import { titleText } from '../prose/title.ts';
import type { View } from '../frame/view.ts';

/** A column of talks, side by side with others on one scale of hours: a day of a week, or a room on one day. */
export interface GridColumn {
  /** The content of its `h2`. */
  readonly heading: Html;
  /** The id of what in the heading names the column. */
  readonly id: string;
  /** Its states, as classes. */
  readonly states: readonly string[];
  /** In order of start. */
  readonly talks: readonly CalendarTalk[];
  /** What stands above its hours, before those of its talks that do. */
  readonly above: Html;
  /** A link to its other talks. @param hidden how many of its talks have no room */
  readonly more: (hidden: number) => Html;
  /** Whether it is narrow if it is free. */
  readonly isNarrow: boolean;
}

/** A talk on the scale, in steps since midnight, with the lane that keeps it beside others at the same time. */
interface Placed {
  readonly talk: CalendarTalk;
  readonly from: number;
  readonly to: number;
  readonly lane: number;
  lanes: number;
}

/**
 * A scale of hours with columns beside it, in which talks are as high as they are long, and more where their text needs
 * more. Talks at the same time are side by side. On narrow screens, the columns are lists below each other.
 * @param kind for the script
 */
export function timeGrid(kind: 'week' | 'rooms', columns: readonly GridColumn[], view: View): Html {
  const placed = columns.map(({ talks }) => placedIn(talks, view));
  const all = placed.flat();
  const first = Math.floor(Math.min(...all.map(({ from }) => from)) / STEPS);
  const hours = all.length === 0 ? 0 : Math.ceil(Math.max(...all.map(({ to }) => to)) / STEPS) - first;
  const scale = all.length === 0 ? '' : ` first-${String(first)} hours-${String(hours)}`;
  const widths = columns.map((one, at) => `column-${String(at + 1)}-${widthOf(one, placed[at] ?? [])}`);
  const sizes = kind === 'week' ? widths.join(' ') : `columns-${String(columns.length)}`;
  return html`<div class="time-grid ${sizes}${scale}" data-calendar="${kind}">
    ${scaleOf(first, hours)} ${columns.map((one, at) => columnOf(one, placed[at] ?? [], view))}
  </div>`;
}

function scaleOf(first: number, hours: number): Html {
  if (hours === 0) return NOTHING;
  const marks = Array.from({ length: hours }, (_, at) => first + at);
  return html`<div class="scale" aria-hidden="true">
    ${marks.map((hour) => html`<span class="from-${hour}"><small>${String(hour).padStart(2, '0')}:00</small></span>`)}
  </div>`;
}

function columnOf(column: GridColumn, placed: readonly Placed[], view: View): Html {
  const { heading, id, states, talks, above, more } = column;
  const aboveHours = talks.filter((one) => isAboveHours(one.details.talk, view));
  const hidden = talks.length - aboveHours.length - placed.length;
  const hasAbove = above !== NOTHING || aboveHours.length > 0;
  return html`<section class="${['column', ...states].join(' ')}" aria-labelledby="${id}">
    <h2>${heading}</h2>
    ${
      hasAbove
        ? html`<div class="above-hours">
            ${above}
            ${
              aboveHours.length === 0
                ? NOTHING
                : html`<ul>
                    ${aboveHours.map((one) => talkInGrid(one, '', view))}
                  </ul>`
            }
          </div>`
        : NOTHING
    }
    ${
      placed.length === 0
        ? NOTHING
        : html`<ul class="slots">
            ${placed.map((one) => talkInGrid(one.talk, classesOf(one), view))}
          </ul>`
    }
    ${more(hidden)}
  </section>`;
}

function classesOf({ from, to, lane, lanes, talk }: Placed): string {
  const [hour, step, end, endStep] = [Math.floor(from / STEPS), from % STEPS, Math.floor(to / STEPS), to % STEPS];
  const beside = lanes === 1 ? '' : ` lane-${String(lane + 1)}-of-${String(lanes)}`;
  const open = lengthOf(talk.details.talk) === 0 ? ' open' : '';
  return `from-${String(hour)} from-m${String(step * STEP)} to-${String(end)} to-m${String(endStep * STEP)}${beside}${open}`;
}

const A_DAY = 86_400;

/** Whether a talk stands above the hours of its day: it takes all day, or goes on into the next one. */
function isAboveHours(talk: Talk, { dates }: View): boolean {
  const length = lengthOf(talk);
  return talk.allDay || length >= A_DAY || (length > 0 && dates.isoDay(lastMoment(talk)) !== dates.isoDay(talk.start));
}

/** Places talks on the scale, and each in the first lane that is free. Leaves out those for which there is none. */
function placedIn(talks: readonly CalendarTalk[], view: View): readonly Placed[] {
  const placed: Placed[] = [];
  // Talks that overlap directly or through others have the same lanes.
  let together: Placed[] = [];
  let ends: number[] = [];
  const close = (): void => {
    for (const one of together) one.lanes = ends.length;
    [together, ends] = [[], []];
  };
  for (const talk of talks) {
    if (isAboveHours(talk.details.talk, view)) continue;
    const { from, to } = spanOf(talk.details.talk, view);
    if (ends.every((end) => end <= from)) close();
    const free = ends.findIndex((end) => end <= from);
    const lane = free === -1 ? ends.length : free;
    if (lane === MAX_LANES) continue;
    ends[lane] = to;
    const one = { talk, from, to, lane, lanes: 1 };
    together.push(one);
    placed.push(one);
  }
  close();
  return placed;
}

/** The steps that a talk takes by the clock; an hour if its end is unknown. */
function spanOf(talk: Talk, { dates }: View): { readonly from: number; readonly to: number } {
  const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));
  const from = Math.floor(minutesOf(dates.time(talk.start)) / STEP);
  const end = Math.ceil(minutesOf(dates.time(talk.end)) / STEP);
  const ends =
    lengthOf(talk) === 0 ? from + STEPS : dates.isoDay(talk.end) === dates.isoDay(talk.start) ? end : Infinity;
  // When the clocks go back, a talk may end at an earlier time than it began.
  return { from, to: Math.min(Math.max(ends, from + 1), HOURS * STEPS) };
}

/** Letters beside a word: its share of lines and gaps. */
const AROUND = 2;
const LONGEST_WORD = 24;

function widthOf({ talks, above, isNarrow }: GridColumn, placed: readonly Placed[]): string {
  if (isNarrow && talks.length === 0 && above === NOTHING) return String(NARROW);
  const letters = placed.map((one) => one.lanes * (longestWord(titleText(one.talk.details.talk.title)) + AROUND));
  return String(Math.min(MOST, Math.ceil(Math.max(LEAST, ...letters) / WIDTH_STEP) * WIDTH_STEP));
}

function longestWord(text: string): number {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return Math.min(LONGEST_WORD, Math.max(0, ...words.map(({ length }) => length)));
}

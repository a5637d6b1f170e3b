/** Times of day as people write them, in seconds since midnight; 86,400 is the midnight at the end of the day. */
export interface WrittenClocks {
  readonly start: number;
  /** End of a span such as 14:00–15:30. */
  readonly end: number | undefined;
}

export interface FoundClocks {
  readonly clocks: WrittenClocks;
  /** Text before it. */
  readonly before: string;
  readonly after: string;
}

const CLOCK = String.raw`(\d{1,2})(?:([:.h])(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?)?(?: ?(am|pm|a\.m\.|p\.m\.|uhr|hrs|h)(?![a-z]))?`;
const SPAN = new RegExp(String.raw`(?<![\d.:/a-z-])${CLOCK}(?: ?(?:-|to|until|till|bis|a) ?${CLOCK})?(?![\d:/])`, 'g');
const MILITARY = /^([01]\d|2[0-3])([0-5]\d)(?:-([01]\d|2[0-3])([0-5]\d))?$/;

/**
 * Finds the first time of day, or span, in a longer text. It must have a colon or a suffix.
 *
 * @param text as returned by `plain`
 * @returns undefined when there is none; null for an invalid one
 */
export function clocksIn(text: string): FoundClocks | null | undefined {
  for (const found of text.matchAll(SPAN)) {
    const [first, second] = partsOf(found);
    if (!isMarked(first) && !(second !== undefined && isMarked(second))) continue;
    const clocks = clocksOf(first, second);
    if (clocks === undefined) return null;
    return { clocks, before: text.slice(0, found.index), after: text.slice(found.index + found[0].length) };
  }
  return undefined;
}

/** As `clocksIn`, for a text with only a time and perhaps a zone: here 14.30 and 1430 are times, too. */
export function clocksAlone(text: string): FoundClocks | null | undefined {
  const [, hour, minute, endHour, endMinute] = MILITARY.exec(text) ?? [];
  if (hour !== undefined) {
    const end = endHour === undefined ? undefined : Number(endHour) * 3600 + Number(endMinute) * 60;
    return { clocks: { start: Number(hour) * 3600 + Number(minute) * 60, end }, before: '', after: '' };
  }
  const dotted = /^\d{1,2}\.\d\d(?!\d)/.test(text) ? text.replace(/(?<!\d)(\d{1,2})\.(\d\d)(?!\d)/g, '$1:$2') : text;
  return clocksIn(dotted);
}

interface Clock {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly separator: string | undefined;
  readonly suffix: string | undefined;
}

function partsOf(found: RegExpExecArray): [Clock, Clock | undefined] {
  const first = clockAt(found, 1);
  return [first, found[6] === undefined ? undefined : clockAt(found, 6)];
}

function clockAt(found: readonly (string | undefined)[], at: number): Clock {
  const [hour, separator, minute = '0', second = '0', suffix] = found.slice(at, at + 5);
  return {
    hour: Number(hour),
    minute: Number(minute),
    second: Number(second),
    separator,
    suffix: suffix?.replaceAll('.', ''),
  };
}

function isMarked({ separator, suffix }: Clock): boolean {
  return suffix !== undefined || separator === ':' || separator === 'h';
}

function clocksOf(first: Clock, second: Clock | undefined): WrittenClocks | undefined {
  if (second === undefined) {
    const start = secondsOf(first, first.suffix);
    return start === undefined ? undefined : { start, end: undefined };
  }
  // “2–3pm”, “11–1pm” and “2pm–3”: one suffix applies to both times.
  const half = halfOf(second) ?? halfOf(first);
  const end = secondsOf(second, second.suffix ?? half);
  let start = secondsOf(first, first.suffix ?? half);
  if (halfOf(first) === undefined && half === 'pm' && start !== undefined && end !== undefined && start > end) {
    start = secondsOf(first, 'am');
  }
  return start === undefined || end === undefined ? undefined : { start, end };
}

function halfOf({ suffix }: Clock): 'am' | 'pm' | undefined {
  return suffix === 'am' || suffix === 'pm' ? suffix : undefined;
}

function secondsOf({ hour, minute, second }: Clock, suffix: string | undefined): number | undefined {
  if (minute > 59 || second > 60) return undefined;
  const seconds = minute * 60 + Math.min(second, 59);
  if (suffix === 'am' || suffix === 'pm') {
    // “14:00 pm”: the suffix is redundant.
    if (hour > 12) return hour < 24 && suffix === 'pm' ? hour * 3600 + seconds : undefined;
    return ((hour % 12) + (suffix === 'pm' ? 12 : 0)) * 3600 + seconds;
  }
  if (hour === 24 && seconds === 0) return 86_400;
  return hour < 24 ? hour * 3600 + seconds : undefined;
}

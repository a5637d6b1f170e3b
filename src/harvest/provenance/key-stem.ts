import type { Timestamp } from '#catalogue/timestamp.ts';

/** Times in keys: seconds and milliseconds since 1970, and dates with or without a time. */
const TIMES =
  /(?<!\d)(?:\d{13}|\d{10}|(?:19|20)\d{2}(?:0[1-9]|1[0-2])[0-3]\d(?:T?\d{4}(?:\d\d)?Z?)?|(?:19|20)\d{2}-[01]\d-[0-3]\d(?:T[\d:]{5,8}Z?)?)(?!\d)/g;

/** Milliseconds. Keys have local times or bare dates, of the start or the end. */
const NEAR = 2 * 86_400_000;

/** The number of an entry. Shorter ones may count the entries of a day. */
const ENTRY_NUMBER = /^[-_.\s]*\d{3,}[-_.\s]*$/;

interface KeyStem {
  readonly text: string;
  /** Whether it is the number of an entry, as in `123-1699981200-1699984800@example.org`. */
  readonly isNumber: boolean;
}

/**
 * A key without the times of the talk in it; undefined if it has none, or nothing is left. Other times, such as when
 * the entry was made, stay: they do not change with the talk.
 */
export function keyStem(
  key: string,
  { start, end }: { readonly start: Timestamp; readonly end: Timestamp },
): KeyStem | undefined {
  const moments = [Date.parse(start), Date.parse(end)];
  const text = key.replace(TIMES, (time) => {
    const named = momentOf(time);
    return moments.some((moment) => Math.abs(moment - named) <= NEAR) ? '' : time;
  });
  if (text === key) return undefined;
  const local = text.split('@', 1)[0] ?? '';
  if (!/[\p{L}\p{N}]/u.test(local)) return undefined;
  return { text, isNumber: ENTRY_NUMBER.test(local) };
}

/** Milliseconds since 1970. */
function momentOf(time: string): number {
  if (/^\d{13}$/.test(time)) return Number(time);
  if (/^\d{10}$/.test(time)) return Number(time) * 1000;
  const [year, month, day, hour, minute] = /^(....)(..)(..)(..)?(..)?/.exec(time.replace(/\D/g, ''))?.slice(1) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour ?? 0), Number(minute ?? 0));
}

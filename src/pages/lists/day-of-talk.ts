import { isLong } from '#catalogue/talk-traits.ts';
import type { Talk } from '#catalogue/talk.ts';
import { lastMoment } from '#representations/formatted-time.ts';
import { insert } from '../messages.ts';
import type { View } from '../frame/view.ts';

const MILLISECONDS_A_DAY = 86_400_000;

/**
 * `day 2 of 3` for a talk that lasts several days; `''` on its first day, and for talks of one day.
 * @param day `yyyy-mm-dd`
 */
export function dayOfTalk(talk: Talk, day: string, { dates, messages }: Pick<View, 'dates' | 'messages'>): string {
  if (!isLong(talk)) return '';
  const first = Date.parse(dates.isoDay(talk.start));
  const nth = (iso: string): number => (Date.parse(iso) - first) / MILLISECONDS_A_DAY + 1;
  const days = nth(dates.isoDay(lastMoment(talk)));
  const at = nth(day);
  return at < 2 || at > days ? '' : insert(messages.browse.calendar.dayOf, { day: at, days });
}

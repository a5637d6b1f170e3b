import type { PageLinks } from '#representations/links/page-links.ts';
import { calendarIn } from '#search/query/calendar-date.ts';
import { parseCalendarStart } from '#search/query/calendar-question.ts';
import { dateText, monthOf, monthText, weekOf, weekText } from '#search/query/civil-days.ts';
import type { Answer } from '../http/answer.ts';
import { valueOrThrow } from '../http/errors.ts';
import type { Target } from '../http/target.ts';
import type { PageService } from '../service.ts';
import { redirectAnswer, viewOf } from './page-response.ts';

/** Redirects to the week, month or agenda that contains a day, or to the day itself; by default, to this week. */
export function calendarStartAnswer(service: PageService, target: Target): Answer {
  const { view, day, asked } = valueOrThrow(parseCalendarStart(target.query, service.rules));
  const { links } = viewOf(service, target);
  const shown = day ?? calendarIn(service.rules.timeZone).dayAt(service.clock.now());
  const addresses: Readonly<Record<typeof view, (links: PageLinks) => string>> = {
    week: (to) => to.week(weekText(weekOf(shown)), asked),
    month: (to) => to.month(monthText(monthOf(shown)), asked),
    day: (to) => to.calendarDay(dateText(shown), asked),
    rooms: (to) => to.calendarRooms(dateText(shown), asked),
    agenda: (to) => to.agenda(day === undefined ? asked : [{ name: 'from', value: dateText(day) }, ...asked]),
  };
  return redirectAnswer(addresses[view](links));
}

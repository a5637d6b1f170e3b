import {
  type EmbedContent,
  type EmbeddedMonth,
  embeddedTalks,
  framedError,
  framedTalks,
} from '#pages/embed/embedded-talks.ts';
import { LANGUAGES } from '#pages/frame/language.ts';
import type { View } from '#pages/frame/view.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import { calendarIn } from '#search/query/calendar-date.ts';
import { monthOf } from '#search/query/civil-days.ts';
import { parseEmbed } from '#search/query/embed-question.ts';
import type { EmbedQuestion } from '#search/query/embed-question.ts';
import { shownPart } from '../pages/page-size.ts';
import { parameterHeaders } from '../api/resource-answer.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import { DATA_POLICY } from '../http/answer.ts';
import type { Answer, WholeAnswer } from '../http/answer.ts';
import { valueOrThrow } from '../http/errors.ts';
import type { HttpError } from '../http/errors.ts';
import type { Target } from '../http/application.ts';
import { placedIn } from '../pages/calendar-content.ts';
import { monthContent } from '../pages/calendar-pages.ts';
import { dayPageAnswer, errorAnswer, framedHeaders, pageAnswer, viewOf } from '../pages/page-response.ts';
import type { ViewService } from '../pages/page-response.ts';
import { subjectsOf, unknownIn } from '../pages/display-names.ts';
import type { PageService } from '../service.ts';

/** On a page of a list. */
const MAX_SHOWN = 50;
/** Talks for another site: a page for a frame, or a fragment for its server to include. */
export async function embeddedTalksAnswer(service: PageService, target: Target): Promise<Answer> {
  const view = absoluteView(service, target);
  const embed = valueOrThrow(parseEmbed(target.query, service.rules, view.now, LANGUAGES));
  const content = await service.catalogue.find(embed.question.text, (snapshot) =>
    contentOf(service, snapshot, embed, view),
  );
  const headers = parameterHeaders(service.publication, embed);
  if (!embed.fragment)
    return framed(dayPageAnswer(service, framedTalks(content, view), view, embed.dependsOn), view, headers);
  const answer = dayPageAnswer(service, embeddedTalks(content, view).markup, view, embed.dependsOn);
  return { ...answer, headers: [...DATA_POLICY, 'Content-Language', view.language, ...headers] };
}

/** An error inside a frame, where other error pages may not be shown. */
export function framedErrorAnswer(service: ViewService, target: Target, error: HttpError): WholeAnswer {
  const view = absoluteView(service, target);
  const faults = error.problems.map(({ where, code }) => ({ parameter: where, code }));
  return errorAnswer(framed(pageAnswer(framedError({ code: error.pageCode, faults }, view), view), view), error);
}

/** Lists on other sites link to our pages. */
function absoluteView(service: ViewService, target: Target): View {
  const view = viewOf(service, target);
  return { ...view, links: absolutePageLinks(view.publication, view.languageInAddress ? view.language : null) };
}

function framed<A extends Answer>(answer: A, view: View, more: readonly string[] = []): A {
  return { ...answer, headers: [...framedHeaders(view.brand), 'Content-Language', view.language, ...more] };
}

function contentOf(
  { rules }: PageService,
  snapshot: Snapshot,
  embed: EmbedQuestion,
  { now }: View,
): EmbedContent | EmbeddedMonth {
  const { question, layout, asked, look, theme } = embed;
  const { index } = snapshot;
  const paging = embed.paging && !embed.fragment;
  const common = { asked, look, theme, paging, subjects: subjectsOf(asked, index), unknown: unknownIn(asked, index) };
  if (layout === 'month') {
    const { timeZone } = rules;
    const calendar = { filters: question, asked, timeZone, today: calendarIn(timeZone).dayAt(now) };
    const month = monthContent(snapshot, monthOf(embed.from), calendar);
    return { ...month, ...common, layout };
  }
  const part = shownPart(question, MAX_SHOWN);
  const { talks, total } = index.answer({ ...question, page: part.page, count: part.count });
  const details = snapshot.talks(talks.subarray(part.skipped));
  const placed = details.map((one) => placedIn(snapshot, one));
  return { ...common, layout, talks: placed, total, page: part.page, pages: Math.ceil(total / part.count) };
}

import { builderPage, FINDABLE } from '#pages/embed/builder.ts';
import { LANGUAGES } from '#pages/frame/language.ts';
import { PAGE_PATHS } from '#representations/links/page-links.ts';
import { parseBuilder } from '#search/query/embed-question.ts';
import { startOfToday } from '#search/query/calendar-date.ts';
import type { NamedValue } from '#search/query/request.ts';
import type { Answer } from '../http/answer.ts';
import { valueOrThrow } from '../http/errors.ts';
import type { Target } from '../http/application.ts';
import { dayPageAnswer, filledInAnswer, framingHeaders, viewOf } from '../pages/page-response.ts';
import { namesIn } from '../pages/display-names.ts';
import type { PageService } from '../service.ts';

/** Talks in a list by default. */
const USUAL_COUNT = 10;
/** How many matching names are shown. */
const MAX_NAMES = 12;

/** A form with which people build a list of talks for their own site. */
export async function builderPageAnswer(service: PageService, target: Target): Promise<Answer> {
  const { rules } = service;
  const redirect = filledInAnswer(service, PAGE_PATHS.embed, target);
  if (redirect !== undefined) return redirect;
  const view = viewOf(service, target);
  const asked = valueOrThrow(parseBuilder(target.query, rules, view.now, LANGUAGES));
  const today = startOfToday(rules.timeZone, view.now);
  const html = await service.catalogue.read(async ({ index }) =>
    builderPage(
      {
        ...asked,
        theme: asked.look.find(({ name }) => name === 'theme')?.value ?? '',
        asked: counted(asked.asked),
        found: await index.names.suggest({ text: asked.find, types: FINDABLE, count: MAX_NAMES }, today),
        nameOf: namesIn(index),
      },
      view,
    ),
  );
  const answer = dayPageAnswer(service, html, view);
  return { ...answer, headers: [...framingHeaders(view.brand), 'Content-Language', view.language] };
}

function counted(asked: readonly NamedValue[]): readonly NamedValue[] {
  const list = asked.filter(({ name }) => name !== 'page');
  const isCounted = list.some(({ name }) => name === 'count');
  return isCounted ? list : [...list, { name: 'count', value: String(USUAL_COUNT) }];
}

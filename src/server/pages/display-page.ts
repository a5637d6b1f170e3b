import { whenOver } from '#catalogue/talk-length.ts';
import { timestampOf } from '#catalogue/timestamp.ts';
import { displayPage, type DisplayedTalk } from '#pages/display/display.ts';
import { absolutePageLinks } from '#representations/links/page-links.ts';
import { parseDisplay } from '#search/query/calendar-question.ts';
import { wholeDocument } from '../documents/document.ts';
import type { Answer } from '../http/answer.ts';
import { valueOrThrow } from '../http/errors.ts';
import { qrCode } from '../qr/make-qr-code.ts';
import type { PageService } from '../service.ts';
import type { Target } from '../http/application.ts';
import { currentTalks } from './calendar-content.ts';
import { documentPageAnswer, viewOf } from './page-response.ts';
import { subjectsOf } from './display-names.ts';

/** Talks in the page: enough for a tall screen, and for some hours without network. */
const MAX_SHOWN = 40;
/** How long the response cache keeps the page; milliseconds. */
const DISPLAY_FOR = 30_000;

/** Current and next talks, for a screen in a foyer. */
export async function displayPageAnswer(service: PageService, target: Target): Promise<Answer> {
  const { filters, asked, theme } = valueOrThrow(parseDisplay(target.query, service.rules));
  const view = viewOf(service, target);
  const now = view.now.getTime();
  const { publication } = view;
  const address = absolutePageLinks(publication, view.languageInAddress ? view.language : null).search(asked);
  const code = view.brand.drawsCards ? await qrCode(address) : undefined;
  const html = service.catalogue.read((snapshot) => {
    const found = currentTalks(snapshot, { filters }, Math.floor(now / 1000), MAX_SHOWN);
    const talks = found.map((talk): DisplayedTalk => ({ ...talk, over: timestampOf(whenOver(talk.details.talk)) }));
    return displayPage(
      {
        subjects: subjectsOf(asked, snapshot.index),
        talks: talks.slice(0, MAX_SHOWN),
        theme,
        address,
        code,
      },
      view,
    );
  });
  const changesAt = service.clock.nextMidnight(view.now);
  return documentPageAnswer(wholeDocument(Buffer.from(html)), view, { changesAt, until: now + DISPLAY_FOR });
}

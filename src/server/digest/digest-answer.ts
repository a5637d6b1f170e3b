import type { Route } from '../routes/route.ts';
import type { DigestContent } from '#pages/digest/digest-words.ts';
import { digestText } from '#pages/digest/digest-text.ts';
import { LANGUAGES } from '#pages/frame/language.ts';
import { startOfToday } from '#search/query/calendar-date.ts';
import { parseDigest } from '#search/query/digest-question.ts';
import { parameterHeaders } from '../api/resource-answer.ts';
import { nextPageChange } from '../clock.ts';
import { wholeDocument } from '../documents/document.ts';
import type { Answer } from '../http/answer.ts';
import { HttpError, valueOrThrow } from '../http/errors.ts';
import type { Target } from '../http/application.ts';
import { documentPageAnswer, viewOf } from '../pages/page-response.ts';
import type { PageService } from '../service.ts';
import { digestMessage, fittingDigest } from './digest-message.ts';
import { MailNotInstalled } from '../unusable.ts';
import { digestContent } from './make-digest.ts';

/** The e-mail digest. */
export const DIGEST_ROUTES: readonly Route[] = [
  {
    path: '/digest',
    name: 'digest',
    summary: 'Talks of the coming days, for e-mail',
    description:
      'It takes the parameters of a search; without `from` it begins today. `days` is how many (7), `format` is `html` ' +
      '(only what mail programs support), `txt`, or `eml` (a whole message with both), `lang` the language.',
    gives: 'The digest',
    tag: 'pages',
    kind: 'data',
    ofCatalogue: true,
    mediaTypes: ['text/html', 'text/plain', 'message/rfc822'],
    schema: { type: 'string' },
    answer: digestAnswer,
  },
];

/** In a browser it may use the same inline styles as in mail, and nothing else. */
const POLICY = ['Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"];

/** The talks of the coming days, for e-mail. */
async function digestAnswer(service: PageService, target: Target): Promise<Answer> {
  const { publication, rules, catalogue } = service;
  const view = viewOf(service, target);
  const digest = valueOrThrow(parseDigest(target.query, rules, view.now, LANGUAGES));
  const content = {
    ...(await catalogue.find(digest.question.text, (snapshot) => digestContent(snapshot, digest))),
    unsubscribe: null,
  };
  const write = {
    html: () => fittingDigest(content, view).text,
    txt: () => digestText(content, view),
    eml: () => message(content, service, view),
  }[digest.format];
  const { contentType, variant } = FORMS[digest.format];
  const body = await write();
  const answer = documentPageAnswer(wholeDocument(Buffer.from(body)), view, {
    changesAt: nextPageChange(service, digest.dependsOn, view.now),
  });
  const headers = [...POLICY, 'Content-Language', view.language, ...parameterHeaders(publication, digest)];
  return { ...answer, contentType, variant, headers };
}

const FORMS = {
  html: { contentType: 'text/html; charset=utf-8', variant: 'html' },
  txt: { contentType: 'text/plain; charset=utf-8', variant: 'text' },
  eml: { contentType: 'message/rfc822', variant: 'mail' },
} as const;

/** Dated at the start of the day, so that it stays the same all day. */
async function message(
  content: DigestContent,
  { rules }: PageService,
  view: ReturnType<typeof viewOf>,
): Promise<Buffer> {
  const date = new Date(startOfToday(rules.timeZone, view.now) * 1000);
  const head = { from: null, to: null, subject: null, listId: null, unsubscribe: null, date };
  try {
    return await digestMessage(content, view, head);
  } catch (error) {
    if (error instanceof MailNotInstalled) throw new HttpError('not-implemented', 'There is html, txt');
    throw error;
  }
}

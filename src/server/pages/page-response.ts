import type { Brand } from '#pages/frame/brand.ts';
import { isLanguage, type Language, preferredLanguage } from '#pages/frame/language.ts';
import { makeView, type View } from '#pages/frame/view.ts';
import { queryString } from '#representations/links/links.ts';
import { pageLinks } from '#representations/links/page-links.ts';
import { memoize } from '#representations/memoize.ts';
import { withoutEmptyFields } from '#search/query/page-question.ts';
import { readQuery } from '#search/query/request.ts';
import type { DependsOn } from '#search/query/window.ts';
import { nextPageChange } from '../clock.ts';
import { type Document, tagTextOf, wholeDocument } from '../documents/document.ts';
import { type Answer, documentAnswer, uncachedAnswer, type WholeAnswer } from '../http/answer.ts';
import type { Target } from '../http/application.ts';
import type { PageService } from '../service.ts';

/**
 * The content security policy: pages load only our own stylesheet, script and images, and pictures from the hosts that
 * the operator allows; inline scripts do not run; scripts cannot write markup; no site can frame the page, and it
 * frames nothing, unless `framing` says otherwise.
 */
function policyOf(imageHosts: readonly string[], framing = "frame-ancestors 'none'"): string {
  const pictures = ["'self'", ...imageHosts].join(' ');
  return (
    `default-src 'none'; style-src 'self'; script-src 'self'; img-src ${pictures}; font-src 'self'; ` +
    `connect-src 'self'; form-action 'self'; base-uri 'none'; ${framing}; ` +
    "require-trusted-types-for 'script'; trusted-types 'none'"
  );
}

function headersFor(imageHosts: readonly string[], framing?: string): readonly string[] {
  return [
    'Content-Security-Policy',
    policyOf(imageHosts, framing),
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
  ];
}

/** Headers of a page that every site can frame. */
export const framedHeaders = memoize(({ pictures }: Brand) => headersFor(pictures.hosts, 'frame-ancestors *'), 8);

/** Headers of a page that frames another page of this service. */
export const framingHeaders = memoize(
  ({ pictures }: Brand) => headersFor(pictures.hosts, "frame-src 'self'; frame-ancestors 'none'"),
  8,
);

const headersOf = memoize(({ pictures }: Brand) => headersFor(pictures.hosts), 8);

/** What every page needs. */
export type ViewService = Pick<PageService, 'publication' | 'brand' | 'clock'>;

/** The view for a request. @param here as in View; by default the requested address */
export function viewOf(
  { publication, brand, clock }: ViewService,
  target: Target,
  here = pathOf(target) + questionOf(target),
): View {
  const { language, inAddress } = requestLanguage(target);
  return makeView({ publication, brand, language, languageInAddress: inAddress, here, now: clock.now() });
}

/**
 * The path without a final slash, which makes no difference. It must not begin with two slashes, or with what browsers
 * treat as such: a link to it would lead to another host.
 */
function pathOf({ path }: Target): string {
  return path
    .replaceAll('\\', '%5C')
    .replace(/^\/{2,}/, '/')
    .replace(/(?<=.)\/$/, '');
}

/** The query without the language, re-encoded; malformed pairs are left out. */
function questionOf({ query }: Target): string {
  if (query === '') return '';
  const pairs = readQuery(query).flatMap(({ name, value }) =>
    name === 'lang' || value === undefined ? [] : [{ name, value }],
  );
  return queryString(pairs);
}

/** An HTML response that is valid until the catalogue changes. */
export function pageAnswer(html: string, view: View): WholeAnswer {
  const body = Buffer.from(html);
  return {
    status: 200,
    contentType: CONTENT_TYPE,
    body,
    tag: tagTextOf(body),
    variant: 'html',
    headers: [...headersOf(view.brand), 'Content-Language', view.language],
    vary: varyOf(view),
    keep: 'always',
    until: Infinity,
  };
}

/** A page as the response to a failed request. */
export function errorAnswer(page: WholeAnswer, { status }: { readonly status: number }): WholeAnswer {
  return { ...page, status, tag: undefined, keep: 'never', vary: 'Accept, Accept-Encoding, Accept-Language' };
}

/** The response for an assembled page. @param more as for any document */
export function documentPageAnswer(
  document: Document,
  view: View,
  more: { readonly changesAt?: number | undefined; readonly until?: number; readonly headers?: readonly string[] } = {},
): Answer {
  const answer = documentAnswer(document, CONTENT_TYPE, { changesAt: more.changesAt });
  const { status, contentType, body, release, tag, keep, changesAt } = answer;
  const until = Math.min(answer.until, more.until ?? Infinity);
  const headers = [...headersOf(view.brand), 'Content-Language', view.language, ...(more.headers ?? [])];
  const vary = varyOf(view);
  return { status, contentType, body, release, tag, variant: 'html', headers, vary, keep, until, changesAt };
}

/** A page that changes at midnight, because it shows which talks are upcoming, or also when a talk begins or ends. */
export function dayPageAnswer(
  service: Pick<PageService, 'clock' | 'catalogue'>,
  html: string,
  view: View,
  dependsOn: DependsOn = 'day',
): Answer {
  return documentPageAnswer(wholeDocument(Buffer.from(html)), view, {
    changesAt: nextPageChange(service, dependsOn, view.now),
  });
}

/** Redirects to an address on the same host. @param address a path and query, percent-encoded */
export function redirectAnswer(address: string): Answer {
  return uncachedAnswer(303, CONTENT_TYPE, Buffer.alloc(0), [...headersFor([]), 'Location', address]);
}

/**
 * Redirects to the address of a form without its empty fields; undefined if it has none.
 * @param path of the form
 */
export function filledInAnswer(
  { publication }: Pick<PageService, 'publication'>,
  path: string,
  target: Target,
): Answer | undefined {
  const filledIn = withoutEmptyFields(target.query);
  if (filledIn === undefined) return undefined;
  const query = filledIn.replace(/[^\x21-\x7e]/g, encodeURIComponent);
  return redirectAnswer(pageLinks(publication, null).page(query === '' ? path : `${path}?${query}`));
}

/** How long clients may remember the redirect; seconds. */
const A_DAY = 86_400;

/** Redirects permanently. @param address as for redirectAnswer */
export function movedAnswer(address: string): Answer {
  return {
    ...redirectAnswer(address),
    status: 301,
    vary: 'Accept-Encoding',
    cacheControl: `public, max-age=${String(A_DAY)}`,
  };
}

const CONTENT_TYPE = 'text/html; charset=utf-8';

function varyOf({ languageInAddress }: View): string {
  return languageInAddress ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language';
}

/** The language of a page, and where it comes from. */
interface ChosenLanguage {
  readonly language: Language;
  /** Whether it is from the address; else it is from `Accept-Language`. */
  readonly inAddress: boolean;
}

/** `?lang=` if it names a supported language, else the best match for `Accept-Language`. */
export function requestLanguage({ query, acceptLanguage }: Pick<Target, 'query' | 'acceptLanguage'>): ChosenLanguage {
  if (query.includes('lang=')) {
    const asked = readQuery(query).find(({ name }) => name === 'lang')?.value;
    if (asked !== undefined && isLanguage(asked)) return { language: asked, inAddress: true };
  }
  return { language: preferredLanguage(acceptLanguage), inAddress: false };
}

/** The language in cache keys; `''` under `/api`, where nothing depends on it. Encoded paths need not be recognised. */
export function languageKey(target: Target): string {
  return target.path.startsWith('/api') ? '' : requestLanguage(target).language;
}

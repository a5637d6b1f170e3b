import { makeView, type View } from '#pages/view.js';
import { queryString } from '#representations/links.js';
import { readQuery } from '#search/query.js';
import type { Answer } from './answer.js';
import { languageOf } from './page-language.js';
import { tagTextOf } from './rendered-talks.js';
import type { Service } from './service.js';
import type { Target } from './target.js';

/**
 * Nothing is loaded but our own stylesheet, script and pictures; nothing runs that a page holds; no script writes
 * markup; no site frames the page.
 */
const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'; " +
  "base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

const HEADERS: readonly string[] = [
  'Content-Security-Policy',
  POLICY,
  'Referrer-Policy',
  'strict-origin-when-cross-origin',
];

/** How the page that is asked for is to be written. */
export function viewOf({ publication, brand, now }: Service, target: Target): View {
  const { language, inAddress } = languageOf(target);
  return makeView({
    publication,
    brand,
    language,
    languageInAddress: inAddress,
    here: pathOf(target) + questionOf(target),
    now: now(),
  });
}

/**
 * A final slash makes no difference. A link that began with two slashes, or what browsers take for them, would lead to
 * another host.
 */
function pathOf({ path }: Target): string {
  return path
    .replaceAll('\\', '%5C')
    .replace(/^\/{2,}/, '/')
    .replace(/(?<=.)\/$/, '');
}

/** What is asked besides the language, each pair coded as we code it; what cannot be decoded is left out. */
function questionOf({ query }: Target): string {
  if (query === '') return '';
  const pairs = readQuery(query, MOST_PAIRS).flatMap(({ name, value }) =>
    name === 'lang' || value === undefined ? [] : [{ name, value }],
  );
  return queryString(pairs);
}

/** More than any reader's question has. */
const MOST_PAIRS = 200;

/** HTML that is the answer until the catalogue changes, or until the moment given. @param until milliseconds since the epoch */
export function pageAnswer(html: string, view: View, until = Infinity): Answer {
  const body = Buffer.from(html);
  return {
    status: 200,
    contentType: 'text/html; charset=utf-8',
    body,
    tag: tagTextOf(body),
    variant: 'html',
    headers: [...HEADERS, 'Content-Language', view.language],
    vary: view.languageInAddress ? 'Accept-Encoding' : 'Accept-Encoding, Accept-Language',
    keep: 'always',
    until,
  };
}

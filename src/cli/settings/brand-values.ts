import type { Result } from '#catalogue/problem.ts';
import { isSlug } from '#catalogue/slug.ts';
import type { BrandLink, Featured } from '#pages/frame/brand.ts';
import { PICTURES } from '#server/pages/brand-files.ts';
import { bad, filePath } from './setting-values.ts';

const LONGEST_NAME = 60;
const LONGEST_WORDS = 300;
const MAX_LINKS = 12;
const MAX_HOSTS = 50;

/** The name of a site: a few words on one line. */
export function brandName(text: string, where: string): Result<string> {
  const name = text.trim();
  if (name !== '' && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name)) return { ok: true, value: name };
  return bad(
    'bad-name',
    where,
    `${JSON.stringify(text.slice(0, LONGEST_NAME))} is not a name of 1 to ${String(LONGEST_NAME)} characters.`,
    'Write the name of the site, for example University of Exampleton Talks.',
  );
}

/** A sentence or two on one line. */
export function brandWords(text: string, where: string): Result<string> {
  const words = text.trim();
  if (words.length <= LONGEST_WORDS && !/\p{Cc}/u.test(words)) return { ok: true, value: words };
  return bad(
    'bad-words',
    where,
    `${JSON.stringify(text.slice(0, 40))}… is more than one line of ${String(LONGEST_WORDS)} characters.`,
    'Write a sentence or two.',
  );
}

/** The address or path of the page of a talk or series. */
export function featuredRecord(text: string, where: string): Result<Featured> {
  const [, series, slug = ''] = /\/talks\/(series\/)?id\/([0-9a-f-]+)\/?$/i.exec(text.trim()) ?? [];
  if (isSlug(slug)) return { ok: true, value: { kind: series === undefined ? 'talk' : 'series', slug } };
  return bad(
    'bad-featured',
    where,
    `${JSON.stringify(text.slice(0, 200))} is not the address of the page of a talk or series.`,
    'Copy it from the browser: https://talks.example.org/talks/id/ae188ae7-aade-5372-95a2-d2cecd574d47/.',
  );
}

/** The path of a picture that browsers can show, judging by its extension. */
export function picturePath(text: string, where: string): Result<string> {
  const path = filePath(text, where);
  if (!path.ok) return path;
  const ending = /\.([a-z]+)$/i.exec(text)?.[1]?.toLowerCase();
  if (ending !== undefined && ending in PICTURES) return path;
  return bad(
    'bad-picture',
    where,
    `${JSON.stringify(text)} is not the path of a picture in a supported format.`,
    `Use a file with one of these extensions: .${Object.keys(PICTURES).join(', .')}.`,
  );
}

/** `#rrggbb`, or `#rgb`, which doubles each digit. */
export function colour(text: string, where: string): Result<string> {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]?.toLowerCase();
  if (digits !== undefined) {
    const full = digits.length === 6 ? digits : Array.from(digits, (digit) => digit + digit).join('');
    return { ok: true, value: `#${full}` };
  }
  return bad(
    'bad-colour',
    where,
    `${JSON.stringify(text.slice(0, 40))} is not a colour.`,
    'Write # and six hexadecimal digits, for example #14545f.',
  );
}

/**
 * `Label=address` pairs separated by commas; write %2C for a comma in an address. An address is
 * http(s), mailto or a path.
 */
export function brandLinks(text: string, where: string): Result<readonly BrandLink[]> {
  const links: BrandLink[] = [];
  for (const pair of text.split(',').map((one) => one.trim())) {
    if (pair === '') continue;
    const [, label, href] = /^([^=]*[^=\s])\s*=\s*(\S+)$/.exec(pair) ?? [];
    if (label === undefined || href === undefined || !leadsSomewhere(href)) return badLink(pair, where);
    links.push({ label, href });
  }
  if (links.length <= MAX_LINKS) return { ok: true, value: links };
  return bad(
    'bad-links',
    where,
    `There are ${String(links.length)} links, too many.`,
    `Give at most ${String(MAX_LINKS)}.`,
  );
}

/** An http(s) address, or a path on this host. */
export function statementAddress(text: string, where: string): Result<string> {
  if (leadsSomewhere(text) && !/^mailto:/i.test(text)) return { ok: true, value: text };
  return bad(
    'bad-privacy-url',
    where,
    `${JSON.stringify(text.slice(0, 200))} is not a web address.`,
    'Write an http or https address, or a path that begins with /: https://example.org/privacy.',
  );
}

function leadsSomewhere(href: string): boolean {
  if (/^\/(?![/\\])/.test(href)) return true;
  return URL.canParse(href) && /^(?:https?:\/\/|mailto:)/i.test(href);
}

function badLink(pair: string, where: string): Result<never> {
  return bad(
    'bad-links',
    where,
    `${JSON.stringify(pair.slice(0, 100))} is not a link.`,
    'Write Label=address pairs separated by commas: Privacy=https://example.org/privacy,Contact=mailto:a@example.org.',
  );
}

/**
 * Hosts separated by commas: names or addresses, optionally with a port; `*.` before a name matches
 * all its subdomains.
 */
export function imageHosts(text: string, where: string): Result<readonly string[]> {
  const hosts = text
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');
  const wrong = hosts.find((host) => !isHost(host));
  if (wrong !== undefined)
    return bad(
      'bad-hosts',
      where,
      `${JSON.stringify(wrong.slice(0, 100))} is not a host.`,
      'Write host names separated by commas, without https://: img.example.org,*.example.com.',
    );
  if (hosts.length <= MAX_HOSTS) return { ok: true, value: [...new Set(hosts)] };
  return bad('bad-hosts', where, `There are ${String(hosts.length)} hosts.`, `Give at most ${String(MAX_HOSTS)}.`);
}

/**
 * A wildcard for all hosts is not accepted: pages would load pictures from anywhere a source says.
 */
function isHost(text: string): boolean {
  const [, name = '', port = '1'] =
    /^(?:\*\.)?((?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63})(?::(\d{1,5}))?$/.exec(text) ?? [];
  return name !== '' && Number(port) >= 1 && Number(port) <= 65_535 && URL.canParse(`https://${name}`);
}

import { readFile } from 'node:fs/promises';
import { PATHS } from '#representations/links/links.ts';
import { PAGE_PATHS } from '#representations/links/page-links.ts';
import { OldAddressesUnusable } from '../unusable.ts';
import { findRoute } from './routes.ts';

const MAX_PROBLEMS = 20;

/** Redirects for the addresses of another service, from the operator's file. */
export class OldAddresses {
  readonly #base: string;
  readonly #leads: ReadonlyMap<string, string>;
  /** Those with a number, under which the service before OxTalks had a talk or a list in several forms. */
  readonly #numbers: ReadonlyMap<string, string>;

  private constructor(base: string, leads: ReadonlyMap<string, string>) {
    this.#base = base;
    this.#leads = leads;
    this.#numbers = new Map([...leads].flatMap(([old, to]) => numbersOf(old).map(({ key }) => [key, to] as const)));
  }

  /**
   * @param path null for no file @param baseUrl of the service, below which the paths lead; null if it has no path
   * @throws OldAddressesUnusable, or the system's error if the file cannot be read
   */
  static async at(path: string | null, baseUrl: string | null): Promise<OldAddresses | null> {
    if (path === null) return null;
    const base = baseUrl === null ? '' : new URL(baseUrl).pathname.replace(/\/$/, '');
    return new OldAddresses(base, readLeads(await readFile(path, 'utf8'), path));
  }

  /** The target of a path, percent-encoded; undefined if the file does not have it. */
  find(path: string): string | undefined {
    const old = plainPath(path);
    if (old === undefined) return undefined;
    const to = this.#leads.get(old) ?? this.#ofNumber(old);
    return to?.startsWith('/') === true ? this.#base + to : to;
  }

  #ofNumber(old: string): string | undefined {
    for (const { key, form } of numbersOf(old)) {
      const to = this.#numbers.get(key);
      if (to !== undefined) return inForm(to, form);
    }
    return undefined;
  }
}

function readLeads(text: string, file: string): ReadonlyMap<string, string> {
  const leads = new Map<string, string>();
  const problems: string[] = [];
  text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .forEach((line, at) => {
      if (/^\s*(#|$)/.test(line)) return;
      const problem = readLine(line, leads);
      if (problem !== undefined) problems.push(`${file}, line ${String(at + 1)}: ${problem}`);
    });
  if (problems.length === 0) return leads;
  const more = problems.length - MAX_PROBLEMS;
  const rest = more > 0 ? [`And ${String(more)} more.`] : [];
  throw new OldAddressesUnusable([...problems.slice(0, MAX_PROBLEMS), ...rest].join('\n'));
}

/** Adds the redirect of a line. @returns what is wrong with the line and how to fix it, or undefined */
function readLine(line: string, leads: Map<string, string>): string | undefined {
  const [from = '', to = '', ...others] = line.trim().split(/\s*[,\t]\s*|\s+/);
  if (to === '' || others.length > 0)
    return 'It does not have two addresses. Write the old one, a comma, and its target: /talk/index/1,/talks/id/{slug}/';
  const old = from.startsWith('/') && !/[?#]/.test(from) ? plainPath(from) : undefined;
  if (old === undefined)
    return `${quoted(from)} is not a path. Write what follows the host, without a query: /talk/index/1`;
  const target = targetOf(to);
  if (target === undefined)
    return `${quoted(to)} is not an address. Write a path of this service, or a whole address with http:// or https://.`;
  const served = findRoute(old);
  if (served !== undefined && served.route.kind !== 'moved')
    return `${quoted(from)} is already served here, so it cannot redirect. Remove the line.`;
  const earlier = leads.get(old);
  if (earlier !== undefined && earlier !== target)
    return `${quoted(from)} has another target on an earlier line. Keep one.`;
  leads.set(old, target);
  return undefined;
}

/** A path or an address, percent-encoded. */
function targetOf(text: string): string | undefined {
  const isPath = /^\/(?![/\\])/.test(text);
  if (!isPath && !/^https?:\/\//i.test(text)) return undefined;
  const url = URL.parse(text, 'http://localhost');
  if (url === null) return undefined;
  return isPath ? url.pathname + url.search + url.hash : url.href;
}

/** Decoded, without a trailing slash; undefined if the percent-encoding is invalid. */
function plainPath(path: string): string | undefined {
  try {
    return decodeURI(path).replace(/(?<=.)\/$/, '');
  } catch {
    return undefined;
  }
}

interface OfNumber {
  /** The same for all forms of one talk, and of one list. */
  readonly key: string;
  readonly form: string;
}

/** `/feeds/rss/12`, `/list/table/12` and `/show/index/12` are one list, `/talk/index/12` and `/talk/vcal/12` one talk. */
function numbersOf(old: string): readonly OfNumber[] {
  const [, kind, form = '', number = ''] = /^\/(talk|feeds|list|show)\/([a-z-]+)\/(\d+)$/.exec(old) ?? [];
  return kind === undefined ? [] : [{ key: `${kind === 'talk' ? 'talk' : 'list'} ${number}`, form }];
}

/** Forms that programs request; the others are pages. */
const SUFFIXES: Readonly<Record<string, string>> = {
  rss: '.rss',
  ics: '.ics',
  vcal: '.ics',
  xml: '.xml',
  json: '.json',
  text: '.txt',
};

/** Pages, and the paths of the same talks in the API. */
const IN_API: readonly (readonly [page: string, resource: string])[] = [
  [PATHS.talkPage, PATHS.talk],
  [PATHS.seriesPage, PATHS.series],
  [PATHS.collectionPage, PATHS.collection],
  [PATHS.personPage, PATHS.person],
  [PAGE_PATHS.departmentPage, PATHS.department],
  [PAGE_PATHS.venuePage, PATHS.venue],
];

/** A page for people, a feed or data of the same talks for programs. */
function inForm(to: string, form: string): string {
  const suffix = SUFFIXES[form];
  if (suffix === undefined) return to;
  for (const [page, resource] of IN_API) {
    const id = to.startsWith(page) ? to.slice(page.length).replace(/\/$/, '') : '';
    if (/^[\w:-]+$/.test(id)) return resource + id + suffix;
  }
  return to;
}

function quoted(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}

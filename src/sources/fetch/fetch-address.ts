import { FetchFailure } from './fetch-failure.ts';

const ADDRESS = /^(?:https?|webcals?):\/\//i;
/** Characters. */
const LONGEST = 8_192;

/** Whether it is meant as an address of the web, and not as the path of a file. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/**
 * Calendars' own scheme is https under another name. What follows `#` never goes to a server.
 * @throws FetchFailure
 */
export function parsedAddress(text: string): URL {
  const url = ADDRESS.test(text) && text.length <= LONGEST ? urlOf(text.replace(/^webcals?:/i, 'https:')) : undefined;
  if (url === undefined) {
    const what = `${JSON.stringify(text.slice(0, 200))} is not a valid address.`;
    throw new FetchFailure('bad-address', what, 'Write it in full: https://host/path.');
  }
  url.hash = '';
  return url;
}

/** As it may be shown and kept: without name and password. */
export function shownAddress(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}

/** What an address that has name and password sends along (RFC 7617); undefined when it has none. */
export function authorisationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** The host without the brackets of IPv6: as one connects to it, and as it is allowed by name. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

export function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/**
 * A host, perhaps with a port, in the spelling that `isAllowed` looks for: names in lower case and Punycode, addresses in their short
 * form, those of IPv6 in brackets. Undefined of what is no host.
 */
export function canonicalHost(host: string): string | undefined {
  const [, name = '', port = ''] = HOST.exec(host) ?? [];
  const url = name === '' ? undefined : urlOf(`http://${name}/`);
  return url === undefined ? undefined : `${url.hostname}${port}`;
}

const HOST = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}._-]+)(:\d{1,5})?$/iu;

/** Whether somebody has said that this host may be read although it is inside the network: by name, or by name and port. */
export function isAllowed(url: URL, allowed: ReadonlySet<string>): boolean {
  return allowed.has(url.hostname) || allowed.has(`${url.hostname}:${portOf(url)}`);
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

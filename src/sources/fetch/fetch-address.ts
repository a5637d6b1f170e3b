import { FetchFailure } from './fetch-failure.ts';

const ADDRESS = /^(?:https?|webcals?):\/\//i;
/** In characters. */
const MAX_LENGTH = 8_192;

/** Whether the text is a web address rather than a path. */
export function isAddress(text: string): boolean {
  return ADDRESS.test(text);
}

/**
 * Parses a web address. Reads webcal as https, and drops the fragment.
 * @throws FetchFailure
 */
export function parsedAddress(text: string): URL {
  const url =
    ADDRESS.test(text) && text.length <= MAX_LENGTH ? urlOf(text.replace(/^webcals?:/i, 'https:')) : undefined;
  if (url === undefined) {
    const what = `${JSON.stringify(text.slice(0, 200))} is not a valid address.`;
    throw new FetchFailure('bad-address', what, 'Write it in full: https://host/path.');
  }
  url.hash = '';
  return url;
}

/** The address without credentials, for display and storage. */
export function shownAddress(url: URL): string {
  const shown = new URL(url);
  shown.username = '';
  shown.password = '';
  return shown.href;
}

/** The Authorization header for credentials in an address (RFC 7617); undefined when it has none. */
export function authorisationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const pair = `${decoded(username)}:${decoded(password)}`;
  return `Basic ${Buffer.from(pair).toString('base64')}`;
}

/** The host without the brackets of IPv6, to connect to. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

export function addressPort({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

/**
 * A host and optional port, as `isAllowed` compares it: names in lower case and Punycode, IPv6 addresses
 * compressed and in brackets. Undefined: not a host.
 */
export function canonicalHost(host: string): string | undefined {
  const [, name = '', port = ''] = HOST.exec(host) ?? [];
  const url = name === '' ? undefined : urlOf(`http://${name}/`);
  return url === undefined ? undefined : `${url.hostname}${port}`;
}

const HOST = /^(\[[0-9a-f:.]+\]|[\p{L}\p{N}._-]+)(:\d{1,5})?$/iu;

/** Whether the operator allows this internal host, by name, or by name and port. */
export function isAllowed(url: URL, allowed: ReadonlySet<string>): boolean {
  return allowed.has(url.hostname) || allowed.has(`${url.hostname}:${addressPort(url)}`);
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

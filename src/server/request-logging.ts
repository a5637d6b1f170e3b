import { PARAMETER } from '#search/query/parameters.ts';
import { TEXT_FORM } from '#search/query/value-forms.ts';
import { accessLog, type AccessLog, type AccessLogForm } from './http/access-log.ts';
import { ClientAddresses } from './http/client-address.ts';
import { RequestIds } from './http/request-record.ts';

export interface RequestLogSettings {
  readonly accessLog: 'off' | AccessLogForm;
  /** Whether the access log has client addresses. */
  readonly accessLogPersonal: 'off' | 'on';
  /** IP addresses and ranges of proxies that name the client and the request, besides those on this machine. */
  readonly trustedProxies: readonly string[];
}

/** Identifies requests and clients. */
interface RequestLogging {
  readonly clients: ClientAddresses;
  readonly requestIds: RequestIds;
  /** Undefined: no access log. */
  readonly accessLog: AccessLog | undefined;
}

/** @param write takes each line of the access log */
export function requestLogging(
  { accessLog: form, accessLogPersonal, trustedProxies }: RequestLogSettings,
  write: ((line: string) => void) | undefined,
): RequestLogging {
  const clients = new ClientAddresses(trustedProxies);
  const requestIds = new RequestIds(clients);
  if (form === 'off' || write === undefined) return { clients, requestIds, accessLog: undefined };
  const isPersonal = accessLogPersonal === 'on';
  return { clients, requestIds, accessLog: accessLog({ form, isPersonal, clients, requestIds, publicQuery, write }) };
}

/** Longest query that is read, in characters. */
const MAX_LENGTH = 4096;
/** Replaces words that readers typed, and talks that they starred. */
const HIDDEN = '*';

/** By parameter name: whether its value says something about the reader. */
const IS_PERSONAL: ReadonlyMap<string, boolean> = new Map(
  Object.values(PARAMETER).map((parameter) => [
    parameter.name,
    parameter.form === TEXT_FORM || parameter === PARAMETER.talk,
  ]),
);

/** A query string for logs: words are hidden, and parameters that the interface does not have are left out. */
export function publicQuery(query: string): string {
  if (query === '') return '';
  const kept: string[] = [];
  for (const pair of query.slice(0, MAX_LENGTH).split('&')) {
    const end = pair.indexOf('=');
    const name = end < 0 ? pair : pair.slice(0, end);
    const isPersonal = IS_PERSONAL.get(name);
    if (isPersonal !== undefined) kept.push(isPersonal ? `${name}=${HIDDEN}` : pair);
  }
  return kept.join('&');
}

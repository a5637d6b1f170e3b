import { accessLog, type AccessLog, type AccessLogForm } from './http/access-log.ts';
import { ClientAddresses } from './http/client-address.ts';
import { RequestIds } from './http/request-id.ts';
import { publicQuery } from './public-query.ts';

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

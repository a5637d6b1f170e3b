import type { ServerResponse } from 'node:http';
import type { ReadCopy } from '#replica/read-copy.ts';

/** Tells how old the served catalogue may be. */
export interface Freshness {
  readonly replica: Pick<ReadCopy, 'trouble' | 'lastSeen'>;
  readonly now: () => Date;
}

/**
 * While the store cannot be read, adds an Age header: whole seconds since the store last answered
 * (RFC 9111, 5.1). Call before the response's own headers are written.
 */
export function addAge(
  { replica, now }: Freshness,
  response: ServerResponse,
  { ofCatalogue }: { readonly ofCatalogue: boolean },
): void {
  if (replica.trouble === undefined || !ofCatalogue) return;
  const seconds = Math.floor((now().getTime() - replica.lastSeen) / 1000);
  response.setHeader('Age', String(Math.max(0, seconds)));
}

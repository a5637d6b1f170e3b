import type { ServerResponse } from 'node:http';
import type { IndexReplica } from '#search/replica/index-replica.ts';

/** What tells how old the catalogue is that answers come from. */
export interface Freshness {
  readonly replica: Pick<IndexReplica, 'trouble' | 'lastSeen'>;
  readonly now: () => Date;
}

/**
 * While the store cannot be read, what is answered of the catalogue says how old that is: whole seconds since the
 * store last answered (RFC 9111, 5.1). To be called before the answer's own headers are written.
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

import type { Host } from './host.ts';

/**
 * For `onWait` of writers: the other process may be an import, a sync, or a server that applies
 * corrections.
 */
export function tellWaiting({ stderr }: Pick<Host, 'stderr'>): void {
  stderr.write('Another process is writing to the catalogue; waiting for it to finish.\n');
}

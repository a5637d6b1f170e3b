/**
 * For `onWait` of writers: the other process may be an import, a sync, or a server that applies
 * corrections.
 */
export function tellWaiting(): void {
  process.stderr.write('Another process is writing to the catalogue; waiting for it to finish.\n');
}

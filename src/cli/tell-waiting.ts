/** For `onWait` of whatever writes: it may be an import, a sync, or a server that puts corrections in force. */
export function tellWaiting(): void {
  process.stderr.write('Another process is writing to the catalogue; waiting for it to finish.\n');
}

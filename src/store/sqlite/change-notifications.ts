/** SQLite announces no changes: an index replica finds out by polling. */
export class ChangeNotifications {
  watch(): void {
    // Nothing to listen to.
  }

  close(): void {
    // Nothing to end.
  }
}

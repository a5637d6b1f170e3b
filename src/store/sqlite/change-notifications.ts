/** A file tells nobody that it changed: who follows it finds out by looking. */
export class ChangeNotifications {
  watch(): void {
    // There is nothing to listen to.
  }

  close(): void {
    // Nor to end.
  }
}

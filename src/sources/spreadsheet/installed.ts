/** Whether spreadsheets can be read: false after `npm ci --omit=optional`. */
export function canReadSpreadsheets(): boolean {
  try {
    import.meta.resolve('yauzl');
    return true;
  } catch {
    return false;
  }
}

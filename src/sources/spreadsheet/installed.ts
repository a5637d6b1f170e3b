/** Whether spreadsheets can be read and written: false after `npm ci --omit=optional`. */
export function hasSpreadsheetPackages(): boolean {
  try {
    return ['yauzl', 'yazl'].every((name) => import.meta.resolve(name) !== '');
  } catch {
    return false;
  }
}

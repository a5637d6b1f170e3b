import { hasSpreadsheetPackages } from '#sources/spreadsheet/installed.ts';

/** For tests about spreadsheets: false, or why they are skipped. */
export const NO_SPREADSHEETS = hasSpreadsheetPackages() ? false : 'optional packages are not installed';

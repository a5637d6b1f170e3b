import { hasSpreadsheetPackages } from '#sources/spreadsheet/parts.ts';

/** Why tests of spreadsheets are skipped; false if they run. */
export const NO_SPREADSHEETS = hasSpreadsheetPackages() ? false : 'optional packages are not installed';

import { globSync } from 'node:fs';

/** Why tests that lint are skipped; false if they run. */
export const NO_OXLINT = isInstalled('oxlint') ? false : 'oxlint’s optional package for this system is not installed';

/** Why tests that format are skipped; false if they run. */
export const NO_OXFMT = isInstalled('oxfmt') ? false : 'oxfmt’s optional package for this system is not installed';

function isInstalled(program: string): boolean {
  return globSync(`node_modules/@${program}/binding-*`).length > 0;
}

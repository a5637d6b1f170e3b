import { globSync } from 'node:fs';

/** The reason to skip tests that run oxlint; false if it is installed. */
export const NO_OXLINT = isInstalled('oxlint') ? false : 'oxlint’s optional package for this system is not installed';

/** The reason to skip tests that run oxfmt; false if it is installed. */
export const NO_OXFMT = isInstalled('oxfmt') ? false : 'oxfmt’s optional package for this system is not installed';

function isInstalled(program: string): boolean {
  return globSync(`node_modules/@${program}/binding-*`).length > 0;
}

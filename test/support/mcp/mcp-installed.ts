const PACKAGES = ['@modelcontextprotocol/server', '@modelcontextprotocol/client'];

/** Why tests of assistants are skipped; false if they run. */
export const NO_ASSISTANTS = PACKAGES.every(isInstalled) ? false : `${PACKAGES.join(' and ')} are not installed`;

/** Whether tests of assistants run. */
export const HAS_ASSISTANTS = NO_ASSISTANTS === false;

function isInstalled(name: string): boolean {
  try {
    return import.meta.resolve(name) !== '';
  } catch {
    return false;
  }
}

const PACKAGES = ['@modelcontextprotocol/server', '@modelcontextprotocol/client'];

/** Why assistants cannot be tested here; false if they can. */
export const NO_ASSISTANTS = PACKAGES.every(isInstalled) ? false : `${PACKAGES.join(' and ')} are not installed`;

function isInstalled(name: string): boolean {
  try {
    return import.meta.resolve(name) !== '';
  } catch {
    return false;
  }
}

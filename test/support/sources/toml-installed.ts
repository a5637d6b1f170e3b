/** Why tests of TOML are skipped; false if they run. */
export const NO_TOML = isInstalled() ? false : 'the optional package smol-toml is not installed';

function isInstalled(): boolean {
  try {
    return import.meta.resolve('smol-toml') !== '';
  } catch {
    return false;
  }
}

import { nearestWord } from '#catalogue/nearest-word.ts';
import { SETTINGS } from './settings.ts';
import type { Environment } from './read-settings.ts';

const PREFIX = 'LECTERN_';

const SETTABLE = Object.values(SETTINGS).map(({ variable }) => variable);

/** Variables used by the files in deploy/ that are not settings. */
const OF_DEPLOYMENT = ['LECTERN_IMPORT_FILE', 'LECTERN_IMPORT_URL'];

/** A warning for each variable that looks like a setting but is not one. Never shows its value. */
export function unknownVariables(environment: Environment): readonly string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && environment[name] !== '')
    .filter((name) => !SETTABLE.includes(name) && !OF_DEPLOYMENT.includes(name))
    .sort()
    .map((name) => {
      const meant = nearestSetting(name);
      return `${name} is not a setting. ${meant === undefined ? 'Run lectern serve --help for a list.' : `Did you mean ${meant}?`}`;
    });
}

/** Compares names without the prefix, which a misspelt variable may lack. */
function nearestSetting(name: string): string | undefined {
  const stem = (variable: string): string => variable.replace(PREFIX, '').toLowerCase();
  const nearest = nearestWord(stem(name), SETTABLE.map(stem));
  return SETTABLE.find((variable) => stem(variable) === nearest);
}

import { nearestWord } from '#catalogue/nearest-word.ts';
import { SETTINGS } from './settings.ts';
import type { Environment } from './read-settings.ts';

const PREFIX = 'LECTERN_';

const SETTABLE = Object.values(SETTINGS).map(({ variable }) => variable);

/** Not settings, but variables of the files in deploy/. */
const OF_DEPLOYMENT = ['LECTERN_IMPORT_FILE', 'LECTERN_IMPORT_URL'];

/** A sentence for each variable that looks like a setting of ours and is none. Never tells its value. */
export function unknownVariables(environment: Environment): readonly string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && environment[name] !== '')
    .filter((name) => !SETTABLE.includes(name) && !OF_DEPLOYMENT.includes(name))
    .sort()
    .map((name) => {
      const meant = nearestSetting(name);
      return `${name} is not a setting. ${meant === undefined ? 'Run lectern serve --help for those there are.' : `Did you mean ${meant}?`}`;
    });
}

/** Compares what follows the prefix, which not every variable of ours has. */
function nearestSetting(name: string): string | undefined {
  const stem = (variable: string): string => variable.replace(PREFIX, '').toLowerCase();
  const nearest = nearestWord(stem(name), SETTABLE.map(stem));
  return SETTABLE.find((variable) => stem(variable) === nearest);
}

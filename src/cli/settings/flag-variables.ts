import { SETTING_NAMES, SETTINGS } from './settings.ts';
import type { Call } from '../verbs/verb.ts';

/** Variables that say what the flags of this process say: for child processes, which do not get its flags. */
export function flagVariables(given: Call['given']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    SETTING_NAMES.flatMap((name): readonly (readonly [string, string])[] => {
      const found = given(name);
      return found?.where.startsWith('--') === true ? [[SETTINGS[name].variable, found.text]] : [];
    }),
  );
}

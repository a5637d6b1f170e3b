import assert from 'node:assert/strict';
import type { Flags } from '#cli/settings/option.ts';
import { readSettings, type Environment } from '#cli/settings/read-settings.ts';
import { SETTING_NAMES, type Settings } from '#cli/settings/settings.ts';

export function settings(flags: Flags, environment: Environment = {}): Settings {
  const result = readSettings(flags, environment, SETTING_NAMES);
  assert.ok(result.ok, JSON.stringify(result));
  return result.value;
}

/** Each problem as `where what`. */
export function problems(flags: Flags, environment: Environment = {}): string[] {
  const result = readSettings(flags, environment, SETTING_NAMES);
  assert.ok(!result.ok, 'expected problems');
  return result.problems.map(({ where, what }) => `${where} ${what}`);
}

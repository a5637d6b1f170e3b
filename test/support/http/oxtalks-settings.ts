import assert from 'node:assert/strict';
import { readSettings } from '#cli/settings/read-settings.ts';

/** The settings that `--compatible oxtalks` sets. */
export function oxtalksSettings() {
  const names = ['links', 'uidForm', 'placesUrl', 'mapsUrl', 'parameters', 'alarm', 'jsonp', 'compatible'] as const;
  const read = readSettings({ compatible: 'oxtalks' }, {}, names);
  assert.ok(read.ok);
  const { links, uidForm, placesUrl, mapsUrl, parameters, alarm, jsonp } = read.value;
  return { links, uidForm, placesUrl, mapsUrl, parameters, alarm, jsonp };
}

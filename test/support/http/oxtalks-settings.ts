import assert from 'node:assert/strict';
import { readSettings } from '#cli/settings/read-settings.ts';

/** What `--compatible oxtalks` sets, as it comes out of the settings. */
export function oxtalksSettings() {
  const names = ['links', 'uidForm', 'placesUrl', 'mapsUrl', 'parameters', 'alarm', 'jsonp', 'compatible'] as const;
  const read = readSettings({ compatible: 'oxtalks' }, {}, names);
  assert.ok(read.ok);
  const { links, uidForm, placesUrl, mapsUrl, parameters, alarm, jsonp } = read.value;
  return { links, uidForm, placesUrl, mapsUrl, parameters, alarm, jsonp };
}

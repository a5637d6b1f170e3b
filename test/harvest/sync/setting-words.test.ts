import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inSettings, problemsInSettings } from '#harvest/sync/setting-words.ts';

test('messages about command-line options name the settings of the sources file instead', () => {
  const told = [
    ["Say which: --map 'start=…'. A list", 'Say which: map: { start: … }. A list'],
    ['look at the source, or say --gone keep.', 'look at the source, or say gone: keep.'],
    ['name those that are wanted (--collection)', 'name those that are wanted (collections)'],
    ['read in Europe/London (--time-zone)', 'read in Europe/London (time_zone)'],
    ['Name the format with --from: one of a, b.', 'Name the format with format: one of a, b.'],
    ['Say --date-order dmy or --date-order mdy.', 'Say date_order: dmy or date_order: mdy.'],
    ['--department', 'department'],
    ['To allow it: --allow-host a.internal:80, or', 'To allow it: allow_hosts: ["a.internal:80"], or'],
    ['since another is the same (--same)', 'since another is the same (--same)'],
    ['a -- b --- c', 'a -- b --- c'],
  ] as const;
  for (const [said, wanted] of told) assert.equal(inSettings(said), wanted);
});

test('problems with an option are reported for the source that has the setting', () => {
  const problem = { code: 'x', what: 'There is no field.', hint: '', line: 0 };
  const told = problemsInSettings(
    [
      { ...problem, file: '--department', where: '' },
      { ...problem, file: 'optics', where: '--map' },
    ],
    'optics',
  );
  assert.deepEqual(
    told.map(({ file, where }) => [file, where]),
    [
      ['optics', 'department'],
      ['optics', 'map'],
    ],
  );
});

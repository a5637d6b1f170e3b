import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Identity } from '#harvest/provenance/identity.ts';
import { lectern } from '../support/process/command.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { calendar, event } from '../support/sources/import-calendars.ts';

const [OPTICS, MATHS] = ['optics', 'maths'].map((name) => new Identity(name));

/** `keep drop`, in the order of the slugs. */
function pairOf(...keys: readonly (string | undefined)[]): string {
  return [...keys].sort().join(' ');
}

test('lectern duplicates --lines writes pairs that --same accepts, and no longer reports merged talks', async (t) => {
  const { address, folder } = await databaseOf(t);
  const by = (name: string): string => `ORGANIZER;CN=${name}:mailto:jane@example.org`;
  const files = {
    optics: calendar(
      event('light', '20261201', 'New light on mosses', by('Jane Doe')),
      event('old', '20250101', 'On old old mosses'),
    ),
    maths: calendar(
      event('17', '20261201', 'Seminar: New light on mosses', by('Doe\\, Jane')),
      event('16', '20250101', 'Old mosses\\, old'),
    ),
  };
  const run = (...args: readonly string[]) => lectern(args, { folder, variables: { DATABASE_URL: address } });
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, `${name}.ics`), text);
    assert.equal((await run('import', `${name}.ics`)).status, 0);
  }
  const light = pairOf(OPTICS?.talk({ key: 'light', slug: null }), MATHS?.talk({ key: '17', slug: null }));
  const old = pairOf(OPTICS?.talk({ key: 'old', slug: null }), MATHS?.talk({ key: '16', slug: null }));
  const jane = pairOf(
    ...[OPTICS, MATHS].map((identity) =>
      identity?.person({ name: 'Jane Doe', key: 'jane@example.org', email: 'jane@example.org' }),
    ),
  );

  const all = await run('duplicates', '--lines');
  assert.deepEqual([all.status, all.stderr], [0, '']);
  const lines = all.stdout.trimEnd().split('\n');
  assert.deepEqual(
    lines.map((line) => line.slice(0, 73)),
    [jane, old, light],
  );
  assert.match(lines[2] ?? '', / # 2026-12-01T17:00:00Z “.+mosses” \/ “.+mosses”: same start, same title$/);

  const json = await run('duplicates', '--json', '--from', '2026-12-01');
  const [first = '', second = '', ...none] = json.stdout.trimEnd().split('\n');
  assert.match(
    first,
    /^\{"type":"person","keep":"[^"]{36}","drop":"[^"]{36}","name":"[^"]+","why":\["same name",.+\]\}$/,
  );
  assert.match(
    second,
    /^\{"type":"talk","keep":"[^"]{36}","drop":"[^"]{36}","why":\["same start","same title"\],"talks":\[/,
  );
  assert.deepEqual(none, []);
  assert.equal(
    (await run('duplicates', '--lines', '--from', '2025-01-01', '--to', '2025-01-01')).stdout.trimEnd().split('\n')
      .length,
    2,
  );
  assert.equal((await run('duplicates', '--from', '2026-02-30T5')).status, 2);

  await writeFile(join(folder, 'same.txt'), all.stdout);
  assert.equal((await run('duplicates', '--same', 'same.txt')).stdout, '');
  const merged = await run('import', '--same', 'same.txt', 'maths.ics');
  assert.match(merged.stdout, /2 talks removed as duplicates/);
  assert.equal((await run('import', '--same', 'same.txt', 'optics.ics')).status, 0);
  const left = (await run('duplicates', '--lines')).stdout.trimEnd().split('\n');
  // A person stays in the catalogue even if no talk refers to it.
  assert.deepEqual(
    left.map((line) => line.slice(0, 73)),
    [jane],
  );
});

test('lectern duplicates shows pairs by name, and lectern same accept joins two', async (t) => {
  const { address, folder } = await databaseOf(t);
  const variables = { DATABASE_URL: address, LECTERN_TIME_ZONE: 'Europe/London' };
  const run = (...args: readonly string[]) => lectern(args, { folder, variables });
  const files = {
    optics: calendar(event('light', '20261201', 'New light on mosses'), event('iron', '20261202', 'On iron')),
    maths: calendar(event('17', '20261201', 'Seminar: New light on mosses')),
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, `${name}.ics`), text);
    assert.equal((await run('import', `${name}.ics`)).status, 0);
  }
  const slugs = [OPTICS?.talk({ key: 'light', slug: null }), MATHS?.talk({ key: '17', slug: null })];
  const [keep = '', drop = ''] = pairOf(...slugs).split(' ');
  const shown = (await run('duplicates')).stdout.split('\n');
  assert.deepEqual(shown.slice(0, 2).sort(), [
    '“New light on mosses”           2026-12-01 17:00  “optics”',
    '“Seminar: New light on mosses”  2026-12-01 17:00  “maths”',
  ]);
  assert.deepEqual(shown.slice(2), ['  same start, same title', `  lectern same accept ${keep} ${drop}`, '', '']);

  const none = await run('same', 'accept', keep, drop);
  assert.deepEqual([none.status, none.stdout], [2, '']);
  assert.match(none.stderr, /--same FILE/);
  const same = (...args: readonly string[]) => run('same', ...args, '--same', 'same.txt');
  const joined = await same('accept', keep.toUpperCase(), drop);
  assert.deepEqual([joined.status, joined.stderr], [0, '']);
  const text = await readFile(join(folder, 'same.txt'), 'utf8');
  assert.match(
    text,
    new RegExp(`^${keep} ${drop} # talk “[^”]+” \\(2026-12-01 17:00\\) / “[^”]+” \\(2026-12-01 17:00\\)\n$`),
  );
  assert.equal((await run('duplicates', '--same', 'same.txt')).stdout, '');
  assert.match(
    (await same()).stdout,
    new RegExp(`mosses” \\(2026-12-01 17:00\\)  ${keep}  ${drop}\n1 pair in same.txt.\n$`),
  );

  const iron = OPTICS?.talk({ key: 'iron', slug: null }) ?? '';
  const refusals: readonly (readonly [string, string, RegExp])[] = [
    [keep, drop, /has this pair already/],
    [iron, keep, /line/],
    [iron, 'place:404', /place:404 is not in the catalogue/],
  ];
  for (const [first, second, message] of refusals) {
    const refused = await same('accept', first, second);
    assert.deepEqual([refused.status, refused.stdout], [1, '']);
    assert.match(refused.stderr, message);
    assert.match(refused.stderr, /Nothing was changed\.\n$/);
  }
  assert.equal((await same('accept', keep)).status, 2);
  assert.equal(await readFile(join(folder, 'same.txt'), 'utf8'), text);
  for (const name of Object.keys(files))
    assert.equal((await run('import', '--same', 'same.txt', `${name}.ics`)).status, 0);
  assert.equal((await run('duplicates')).stdout, '');
});

test('lectern duplicates --from and --to take all-day talks by their days in the zone of the service', async (t) => {
  const { address, folder } = await databaseOf(t);
  const variables = { DATABASE_URL: address, LECTERN_TIME_ZONE: 'America/New_York' };
  const run = (...args: readonly string[]) => lectern(args, { folder, variables });
  const days = (uid: string): string =>
    `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART;VALUE=DATE:20261001\r\nSUMMARY:New light on mosses\r\nEND:VEVENT\r\n`;
  for (const name of ['optics', 'maths']) {
    await writeFile(join(folder, `${name}.ics`), calendar(days(name)));
    assert.equal((await run('import', `${name}.ics`)).status, 0);
  }
  const count = async (...args: readonly string[]): Promise<number> =>
    (await run('duplicates', '--lines', ...args)).stdout.split('\n').filter((line) => line !== '').length;
  assert.deepEqual([await count('--from', '2026-10-01'), await count('--to', '2026-09-30')], [1, 0]);
});

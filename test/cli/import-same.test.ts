import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { Identity } from '#harvest/provenance/identity.ts';
import { lectern } from '../support/process/command.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { calendar, event } from '../support/sources/import-calendars.ts';

const KEEP = new Identity('optics').talk({ key: 'light', slug: null });
const DROP = new Identity('maths').talk({ key: '17', slug: null });

test('lectern import merges the talks that the --same file lists, and reports its invalid lines', async (t) => {
  const { address, folder } = await databaseOf(t);
  const same = join(folder, 'same.txt');
  await writeFile(join(folder, 'optics.ics'), calendar(event('light', '20261201', 'On light')));
  await writeFile(join(folder, 'maths.ics'), calendar(event('17', '20261201', 'On light')));
  const options = { folder, variables: { LECTERN_SAME: same } };
  const importing = (file: string) => lectern(['import', '--database', address, file], options);

  await writeFile(same, `${KEEP} ${DROP}\n${DROP} ${KEEP}\nmoss\n`);
  const refused = await importing('optics.ics');
  assert.deepEqual([refused.status, refused.stdout], [1, '']);
  assert.match(
    refused.stderr,
    /same\.txt:1: .+\n.+same\.txt:2: .+\n.+same\.txt:3: .+\n3 problems\.\nNothing was changed\.\n$/s,
  );

  await writeFile(same, '# nothing yet\n');
  for (const file of ['optics.ics', 'maths.ics']) assert.equal((await importing(file)).status, 0);
  await writeFile(same, `${KEEP} ${DROP} # the joint seminar\n`);
  const merged = await importing('maths.ics');
  assert.equal(merged.status, 0, merged.stderr);
  assert.match(
    merged.stdout,
    new RegExp(`1 talk removed as duplicates \\(--same\\):\n  ${KEEP} ${DROP} # 2026-12-01T17:00:00Z “On light”\n`),
  );
  assert.match(merged.stdout, /^talk +0 +0 +0 +1$/m);

  const args = ['import', '--database', address, '--dry-run', '--explain', KEEP, 'maths.ics'];
  assert.match((await lectern(args, options)).stdout, new RegExp(`slug: ${DROP}\n[^]*the same as ${KEEP} `));

  const missing = await lectern(['import', '--database', address, '--same', 'absent.txt', 'maths.ics'], { folder });
  assert.deepEqual([missing.status, missing.stderr], [1, 'lectern: absent.txt does not exist.\n']);
});

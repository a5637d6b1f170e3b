import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { lectern } from '../support/process/command.ts';
import { databaseOf } from '../support/db/fresh-database.ts';
import { calendar, event } from '../support/sources/import-calendars.ts';
import { textOf } from '../support/http/http-answer.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { until } from '../support/until.ts';

const LATER = '4711-4099914000-4099917600@example.org';

/** An event as The Events Calendar writes it: its UID has the number of the post, start and end. */
function post(number: number, day: string, title: string): string {
  const start = Date.parse(`${day}T17:00:00Z`) / 1000;
  const uid = `${String(number)}-${String(start)}-${String(start + 3600)}@example.org`;
  return event(uid, day.replaceAll('-', ''), title, `URL:https://example.org/event/${String(number)}/`);
}

test('a talk whose UID contains its start moves in subscribed calendars, without a duplicate', async (t) => {
  const { address, folder } = await databaseOf(t);
  const importing = async (...events: readonly string[]): Promise<string> => {
    await writeFile(join(folder, 'optics.ics'), calendar(...events));
    const args = ['import', '--database', address, '--gone', 'cancel', '--explain', LATER, 'optics.ics'];
    const done = await lectern(args, { folder });
    assert.equal(done.status, 0, done.stderr);
    return done.stdout;
  };
  const ferns = post(4712, '2099-12-08', 'On ferns');
  await importing(post(4711, '2099-12-01', 'On moss'), ferns);
  const serving = await serveLectern(address);
  t.after(() => serving.kill());
  const served = async (): Promise<readonly string[]> => {
    const text = textOf(await serving.ask('/api/talks/search.ics?from=2099-01-01'));
    return text.split('\r\n').filter((line) => /^(UID|DTSTART|STATUS|URL)/.test(line));
  };
  const before = await served();
  const report = await importing(post(4711, '2099-12-02', 'On moss'), ferns);
  assert.match(report, /^ {2}1 × under another key than before: recognised by its number in the key$/m);
  assert.match(report, /^ {2}not a new talk: its key has changed; recognised by its number in the key$/m);
  assert.match(report, /^talk +0 +1 +1 +0$/m);
  const moved = before.join('\n').replace('DTSTART:20991201', 'DTSTART:20991202');
  await until(async () => (await served()).join('\n') !== before.join('\n'), 'the talk that has moved');
  assert.deepEqual(await served(), moved.split('\n'));
});

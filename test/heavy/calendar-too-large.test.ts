import assert from 'node:assert/strict';
import { join } from 'node:path';
import { it } from 'node:test';
import { readFile, writeFile } from 'node:fs/promises';
import { lecternProcess } from '../support/process/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const EVENT = (number: number): string =>
  `BEGIN:VEVENT\r\nUID:${String(number)}\r\nDTSTART:20270101T100000Z\r\nSUMMARY:Talk\r\nEND:VEVENT\r\n`;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour).join(',');
const REPEATING = (number: number, visibility: string): string =>
  `BEGIN:VEVENT\r\nUID:${String(number)}\r\nDTSTART:20270101T000000Z\r\nSUMMARY:Talk\r\nCLASS:${visibility}\r\nRRULE:FREQ=DAILY;BYHOUR=${HOURS};COUNT=10000\r\nEND:VEVENT\r\n`;

it('a calendar of more than 250,000 talks, counting repetitions and private ones, is refused in less than 512 MiB of memory', async (t) => {
  // It is too large only because of all three: single events, repetitions, and private repetitions.
  const visible = (number: number): string => (number % 2 === 0 ? 'PUBLIC' : 'PRIVATE');
  const events = [
    ...Array.from({ length: 120_000 }, (_, number) => EVENT(number)),
    ...Array.from({ length: 20 }, (_, number) => REPEATING(120_000 + number, visible(number))),
  ].join('');
  const folder = await temporaryFolder(t);
  const calendar = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events}END:VCALENDAR\r\n`;
  await writeFile(join(folder, 'large.ics'), calendar);
  const report = join(folder, 'report.mjs');
  // Writes the peak memory of the process, in MiB, when it exits.
  await writeFile(
    report,
    `import { writeFileSync } from 'node:fs';
      process.on('exit', () => writeFileSync(${JSON.stringify(join(folder, 'memory'))}, String(process.resourceUsage().maxRSS / 1024)));`,
  );
  const done = await lecternProcess(['check', 'large.ics'], {
    folder,
    variables: { NODE_OPTIONS: `--import=${report}` },
  });
  assert.deepEqual(
    [done.status, done.stderr],
    [
      1,
      'large.ics: The source has more than 250,000 talks. Split it into several sources, by year for example, or import a catalogue file.\n1 problem.\n',
    ],
  );
  const memory = Number(await readFile(join(folder, 'memory'), 'utf8'));
  assert.ok(memory > 0 && memory < 512, `${String(memory)} MiB`);
});

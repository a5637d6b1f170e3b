import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { readFile, writeFile } from 'node:fs/promises';
import { lecternProcess } from '../support/process/command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const EVENT = (number: number): string =>
  `BEGIN:VEVENT\r\nUID:${String(number)}\r\nDTSTART:20270101T100000Z\r\nSUMMARY:Talk\r\nEND:VEVENT\r\n`;

const HOURS = Array.from({ length: 24 }, (_, hour) => hour).join(',');
const REPEATING = (number: number, visibility: string): string =>
  `BEGIN:VEVENT\r\nUID:${String(number)}\r\nDTSTART:20270101T000000Z\r\nSUMMARY:Talk\r\nCLASS:${visibility}\r\nRRULE:FREQ=DAILY;BYHOUR=${HOURS};COUNT=10000\r\nEND:VEVENT\r\n`;

describe('a calendar of more than 250,000 talks', () => {
  it('is refused in less than 512 MiB of memory', async (t) => {
    await refused(t, Array.from({ length: 251_000 }, (_, number) => EVENT(number)).join(''));
  });

  it('is refused if it has only forty events, which repeat, and half of them are private', async (t) => {
    const visible = (number: number): string => (number % 2 === 0 ? 'PUBLIC' : 'PRIVATE');
    await refused(t, Array.from({ length: 40 }, (_, number) => REPEATING(number, visible(number))).join(''));
  });
});

async function refused(t: TestContext, events: string): Promise<void> {
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
}

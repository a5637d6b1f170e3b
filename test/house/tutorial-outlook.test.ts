import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { lectern } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { strangeServer } from '../support/http/strange-server.ts';

// Follows the tutorial word for word, with a calendar like those that Outlook publishes, from a local server.

interface Step {
  readonly command: string;
  readonly output: string;
}

const page = readFileSync('docs/tutorial-outlook.md', 'utf8');

function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);
}

const STEPS: readonly Step[] = blocks('console').map((text) => {
  const [, command = '', output = ''] = /^\$ npx lectern ([^\n]*)\n(.*)$/s.exec(text) ?? [];
  return { command, output };
});

const ADDRESS = /https:\/\/outlook\.office365\.com\S+/;

/** As Exchange writes it: with Windows time zone names, folded lines, and a boilerplate description. */
function outlookCalendar(...events: readonly (readonly [day: string, title: string])[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'METHOD:PUBLISH',
    'PRODID:Microsoft Exchange Server 2010',
    'VERSION:2.0',
    'X-WR-CALNAME:Talks',
    'BEGIN:VTIMEZONE',
    'TZID:GMT Standard Time',
    'BEGIN:STANDARD',
    'DTSTART:16010101T020000',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0000',
    'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
    'END:STANDARD',
    'BEGIN:DAYLIGHT',
    'DTSTART:16010101T010000',
    'TZOFFSETFROM:+0000',
    'TZOFFSETTO:+0100',
    'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
    'END:DAYLIGHT',
    'END:VTIMEZONE',
    ...events.flatMap(([day, title], index) => [
      'BEGIN:VEVENT',
      'DESCRIPTION:All are welcome.\\n\\nTea from half past four\\, in the',
      '  foyer.\\n',
      `UID:040000008200E00074C5B7101A82E00800000000${title.length.toString(16).padStart(24, '0')}`,
      `SUMMARY:${title}`,
      `DTSTART;TZID=GMT Standard Time:2030${day}T170000`,
      `DTEND;TZID=GMT Standard Time:2030${day}T180000`,
      'CLASS:PUBLIC',
      'PRIORITY:5',
      `DTSTAMP:20291120T1200${String(index).padStart(2, '0')}Z`,
      'TRANSP:OPAQUE',
      'STATUS:CONFIRMED',
      'SEQUENCE:0',
      'LOCATION:Keeper House\\, Seminar room 2',
      'X-MICROSOFT-CDO-APPT-SEQUENCE:0',
      'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
      'X-MICROSOFT-CDO-ALLDAYEVENT:FALSE',
      'X-MICROSOFT-DISALLOW-COUNTER:FALSE',
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ];
  return lines.join('\r\n');
}

const LAMP = ['0114', 'How far a lamp is seen'] as const;
const NORTH = ['0603', 'Lamps of the north'] as const;
const BEFORE = outlookCalendar(LAMP, ['0121', 'What fog does to red'], NORTH, ['0610', 'Mirrors, badly made']);
const AFTER = outlookCalendar(LAMP, ['0122', 'What fog does to red'], NORTH);

/** Replaces the times that depend on when the test runs. */
function timeless(text: string): string {
  return text.replaceAll(/20(?:2\d)-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'now');
}

describe('docs/tutorial-outlook.md', () => {
  const folder = temporaryFolder();
  let calendar = BEFORE;
  const server = strangeServer({
    '/calendar.ics': (response) => response.writeHead(200, { 'content-type': 'text/calendar' }).end(calendar),
  });
  after(async () => (await server).close());
  const run = async (command: string): Promise<string> => {
    const variables = { LECTERN_ALLOW_HOSTS: '127.0.0.1' };
    const { status, stdout, stderr } = await lectern(command.split(' '), { folder, variables });
    assert.deepEqual([status, stderr], [0, ''], command);
    return stdout;
  };

  it('has a department file, a sources file and five commands', async () => {
    const [department = ''] = blocks('json');
    const [sources = ''] = blocks('yaml');
    assert.match(sources, ADDRESS);
    await writeFile(join(folder, 'department.ndjson'), department);
    await writeFile(join(folder, 'sources.yaml'), sources.replace(ADDRESS, `${(await server).origin}/calendar.ics`));
    assert.equal(STEPS.length, 5);
  });

  for (const { command, output } of STEPS) {
    it(`shows the output of lectern ${command}`, async () => {
      if (command.startsWith('sync optics')) calendar = AFTER;
      const said = await run(command);
      assert.equal(timeless(said), timeless(output));
    });
  }

  it('ends with the talks of the calendar, in their department', async () => {
    const talks = (await run('export')).split('\n').filter((line) => line.includes('"type":"talk"'));
    assert.equal(talks.length, 4);
    for (const line of talks) assert.match(line, /"organising_department":"place:2"/);
    assert.match(talks.join('\n'), /"location_details":"Keeper House, Seminar room 2"/);
  });
});

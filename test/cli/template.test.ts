import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { lectern } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { NO_SPREADSHEETS } from '../support/spreadsheet/spreadsheets-installed.ts';
import { strangeServer } from '../support/http/strange-server.ts';

describe('lectern template', () => {
  it('writes the headers, and with --examples rows that an import leaves out', async () => {
    const headers =
      'ID,Title,Speakers,Date,Time,End,Venue,Room,Online link,Series,Abstract,Web page,Booking,Audience,Status,Private';
    const empty = await lectern(['template']);
    assert.deepEqual(empty, { status: 0, stdout: `${headers}\r\n`, stderr: '' });
    const { stdout } = await lectern(['template', '--examples']);
    assert.deepEqual([stdout.split('\r\n')[0], stdout.split('\r\n').length], [headers, 4]);
    const all = await lectern(['template', '--all', '--examples']);
    for (const input of [empty.stdout, stdout, all.stdout]) {
      const checked = await lectern(['check', '-'], { input });
      assert.deepEqual([checked.status, checked.stderr], [0, '']);
      assert.match(checked.stdout, /\n0 records, no problems\.\n$/);
    }
  });

  it('writes a workbook, but does not overwrite a file', { skip: NO_SPREADSHEETS }, async () => {
    const file = join(temporaryFolder(), 'talks.xlsx');
    const written = await lectern(['template', '--output', file, '--examples']);
    assert.deepEqual(written, { status: 0, stdout: '', stderr: '' });
    assert.match((await lectern(['check', file])).stdout, /2 × marked private/);
    const before = readFileSync(file);
    const again = await lectern(['template', '--output', file]);
    assert.equal(again.status, 1);
    assert.equal(again.stderr, `${file} already exists. Choose another name with --output, or remove it first.\n`);
    assert.deepEqual(readFileSync(file), before);
  });
});

describe('docs/how-to/enter-talks-in-a-spreadsheet.md', () => {
  const page = readFileSync('docs/how-to/enter-talks-in-a-spreadsheet.md', 'utf8');
  const blocks = (language: string): string[] =>
    [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);
  const folder = temporaryFolder();
  const sheet = strangeServer({
    '/pub': (response) => response.writeHead(200, { 'content-type': 'text/csv' }).end(blocks('csv')[0]),
  });
  after(async () => (await sheet).close());
  const run = async (command: string): Promise<string> => {
    const variables = { LECTERN_ALLOW_HOSTS: '127.0.0.1' };
    const { status, stdout, stderr } = await lectern(command.split(' '), { folder, variables });
    assert.deepEqual([status, stderr], [0, ''], command);
    return stdout;
  };

  it('shows commands that import a published sheet, with their actual output', async () => {
    const [sources = ''] = blocks('yaml');
    const address = /https:\/\/docs\.google\.com\S+/;
    assert.match(sources, address);
    await writeFile(join(folder, 'sources.yaml'), sources.replace(address, `${(await sheet).origin}/pub?output=csv`));
    const steps = blocks('console').map((text) => /^\$ lectern ([^\n]*)\n(.*)$/s.exec(text) ?? []);
    assert.equal(steps.length, 2);
    const [[, dryRun = '', shown] = [], [, state = '', table = ''] = []] = steps;
    assert.equal(await run(dryRun), shown);
    await run('sync --once --sources sources.yaml');
    const timeless = (text: string): string => text.replaceAll(/20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, 'now');
    assert.equal(timeless(await run(state)), timeless(table));
    const talks = (await run('export')).split('\n').filter((line) => line.includes('"type":"talk"'));
    assert.equal(talks.length, 2);
  });
});

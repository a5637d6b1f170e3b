import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it, mock } from 'node:test';
import { pino } from 'pino';
import { makeSampleStore } from '#cli/sample-store.ts';
import { readSettings } from '#cli/settings/read-settings.ts';
import { SETTING_NAMES } from '#cli/settings/settings.ts';
import { startServer } from '#server/serve.ts';
import { askPort } from '../support/http/ask.ts';
import { freePort } from '../support/http/free-port.ts';
import { textOf } from '../support/http/http-answer.ts';
import { importRecords } from '../support/db/import-records.ts';
import type { WireRecord } from '../support/catalogue/wire-records.ts';

// Follows the guide step by step, with the sample catalogue that it starts with.

const page = readFileSync('docs/how-to/keep-oxtalks-clients.md', 'utf8');
const ORIGIN = 'http://127.0.0.1:8080';

interface Step {
  readonly command: string;
  /** Some lines of the answer; `…` stands for any text. */
  readonly shown: readonly string[];
}

const STEPS: readonly Step[] = [...page.matchAll(/^(?: {3})?```console\n(.*?)^(?: {3})?```$/gms)].flatMap(
  ([, block = '']) =>
    block
      .split('$ ')
      .slice(1)
      .map((text) => {
        const [command = '', ...shown] = text.trimEnd().split(/\n(?: {3})?/);
        return { command, shown };
      }),
);

interface Sample {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts the server of the guide, on a day in term. */
async function startSample(): Promise<Sample> {
  mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-10-19T09:00:00Z') });
  const defaults = readSettings({ compatible: 'oxtalks', privateCalendars: 'unlisted' }, {}, SETTING_NAMES);
  assert.ok(defaults.ok);
  const { database, folder, remove } = await makeSampleStore(defaults.value.timeZone, new Date());
  const [, list = ''] = /^ {3}```ndjson\n {3}(.*)\n {3}```$/m.exec(page) ?? [];
  await importRecords(database, [JSON.parse(list) as WireRecord]);
  const oldAddresses = join(folder, 'old-addresses.csv');
  const [, lines = ''] = /^ {3}```csv\n(.*?)^ {3}```$/ms.exec(page) ?? [];
  await writeFile(oldAddresses, lines);
  const port = await freePort();
  const settings = { ...defaults.value, database, cacheFolder: folder, port, oldAddresses, baseUrl: ORIGIN };
  const server = await startServer(settings, pino({ level: 'silent' }));
  await server.ready;
  const close = async (): Promise<void> => {
    await server.close();
    await remove();
    mock.timers.reset();
  };
  return { port, close };
}

/** What curl prints, except for the order of headers. */
async function curl(port: number, command: string): Promise<string> {
  const [, options = '', path = ''] = new RegExp(`^curl (.*)'${ORIGIN}([^']*)'$`).exec(command) ?? [];
  assert.notEqual(path, '', command);
  const headersSent: Record<string, string> = {};
  for (const [, name = '', value = ''] of options.matchAll(/-H '([^:']+): ([^']+)'/g)) headersSent[name] = value;
  const answer = await askPort(port, path, { headers: headersSent });
  const headers = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`);
  const isMoved = answer.status === 301;
  assert.ok(answer.status === 200 || (isMoved && options.startsWith('-i')), command);
  const status = `HTTP/1.1 ${isMoved ? '301 Moved Permanently' : '200 OK'}`;
  const head = options.startsWith('-i') ? [status, ...headers, ''].join('\n') : '';
  return head + textOf(answer).replaceAll('\r\n ', '');
}

describe('docs/how-to/keep-oxtalks-clients.md', () => {
  let sample: Sample;
  before(async () => {
    sample = await startSample();
  });
  after(() => sample.close());

  it('has steps for widgets, digests, scrapers, calendars and old addresses', () => {
    assert.ok(page.includes('\nnpx lectern serve --sample --compatible oxtalks\n'));
    const sections = page.split('\n## ').slice(1);
    for (const section of sections) assert.match(section, /^1\. .*?^ {3}```console$/ms);
    assert.equal(sections.length, 5);
  });

  for (const { command, shown } of STEPS)
    it(command, async () => {
      const printed = await curl(sample.port, command);
      assert.notEqual(shown.length, 0);
      for (const line of shown) {
        const pattern = line.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll('…', '[^\\n]*?');
        assert.match(printed, new RegExp(pattern, 'i'));
      }
    });
});

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it, mock } from 'node:test';
import { pino } from 'pino';
import { makeSampleStore } from '#cli/sample-store.ts';
import { readSettings } from '#cli/settings/read-settings.ts';
import { SETTING_NAMES } from '#cli/settings/settings.ts';
import { startServer } from '#server/serve.ts';
import { askPort } from '../support/http/ask.ts';
import { freePort } from '../support/http/free-port.ts';

it('README.md shows the exact output of its curl command on the day that it names', async (t) => {
  const readme = await readFile('README.md', 'utf8');
  const found = /curl 'http:\/\/127\.0\.0\.1:8080(.+?)'\n```\n\n.*?on (.+? \d{4}).*?\n\n```json\n(.+?)```/s.exec(
    readme,
  );
  const [, target = '', day = '', shown = ''] = found ?? [];
  mock.timers.enable({ apis: ['Date'], now: Date.parse(`${day} 09:00 UTC`) });
  t.after(() => mock.timers.reset());

  const defaults = readSettings({}, {}, SETTING_NAMES);
  assert.ok(defaults.ok);
  const { database, folder, remove } = await makeSampleStore(defaults.value.timeZone, new Date());
  t.after(remove);
  const port = await freePort();
  const settings = { ...defaults.value, database, cacheFolder: folder, port, baseUrl: 'http://127.0.0.1:8080' };
  const server = await startServer(settings, pino({ level: 'silent' }));
  t.after(() => server.close());
  await server.ready;
  const { body } = await askPort(port, target);
  assert.equal(JSON.stringify(JSON.parse(shown)), body.toString());
});

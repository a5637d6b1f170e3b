import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { temporaryFolder } from '../support/folder.ts';
import { pythonWith, withoutPython } from '../support/process/python.ts';
import { testServer } from '../support/http/server.ts';
import { series, slugOf, talk, venue } from '../support/catalogue/wire-records.ts';

const run = promisify(execFile);

/** Says why tests with another program are skipped; false when they run. */
function missing(what: string, isThere: boolean): string | false {
  if (isThere) return false;
  const reason = `NOT TESTED WITH CALENDAR PROGRAMS: install them with \`apt-get install ${what}\``;
  process.stderr.write(`\n*** ${reason} ***\n\n`);
  return reason;
}

function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version']).status === 0;
}

const noSync = missing('khal vdirsyncer', isInstalled('khal') && isInstalled('vdirsyncer'));
const SERIES = slugOf(0xaaaa);
const YEAR = new Date().getUTCFullYear() + 1;
/** A talk on each of ten days in late March, when the clocks change. */
const TALKS = Array.from({ length: 10 }, (_, n) =>
  talk(slugOf(n), `${String(YEAR)}-03-${String(20 + n)}T17:00:00Z`, {
    title: `Talk ${String(n)}`,
    series: SERIES,
    venue: 'place:1',
    updated: undefined,
  }),
);

const server = testServer([series(SERIES, { title: 'Spring' }), venue('place:1'), ...TALKS], {
  baseUrl: null,
});
const folder = temporaryFolder();

describe('feeds read by feedparser', { skip: withoutPython('feedparser') }, () => {
  it('have the same entries in Atom and RSS and give a 304 for a known entity tag', async () => {
    for (const suffix of ['.atom', '.rss']) {
      const address = `http://127.0.0.1:${String((await server.started()).port)}/api/series/${SERIES}${suffix}`;
      const { stdout } = await run(pythonWith('feedparser') ?? 'python3', ['-c', FEEDPARSER, address]);
      const read: unknown = JSON.parse(stdout);
      assert.deepEqual(read, {
        bozo: false,
        title: 'Spring',
        ids: TALKS.map(({ slug }) => `urn:uuid:${String(slug)}`),
        titles: TALKS.map(({ title }) => title),
        again: 304,
      });
    }
  });
});

describe('a subscription with vdirsyncer and khal', { skip: noSync }, () => {
  const files = join(folder, 'talks');
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config'), LC_ALL: 'C.UTF-8' };

  /** Lines in which vdirsyncer says what it does to an item. */
  async function sync(): Promise<readonly string[]> {
    const { stdout, stderr } = await run('vdirsyncer', ['-c', join(folder, 'vdirsyncer'), 'sync'], { env });
    return `${stdout}\n${stderr}`.split('\n').filter((line) => /copying|deleting|conflict|error/i.test(line));
  }

  function contents(): Readonly<Record<string, string>> {
    return Object.fromEntries(readdirSync(files).map((name) => [name, readFileSync(join(files, name), 'utf8')]));
  }

  async function listed(): Promise<readonly string[]> {
    const days = [`${String(YEAR)}-03-20`, `${String(YEAR)}-04-10`];
    const args = ['-c', join(folder, 'khal'), 'list', '--day-format', '', '--format', '{start} {title}', ...days];
    const { stdout } = await run('khal', args, { env });
    return stdout.split('\n').filter((line) => line !== '');
  }

  it('has every talk, does nothing while nothing changes, and replaces only a moved talk', async () => {
    mkdirSync(files);
    writeFileSync(join(folder, 'vdirsyncer'), vdirsyncerConfig(folder, files, (await server.started()).port));
    writeFileSync(join(folder, 'khal'), khalConfig(folder, files));
    await run('vdirsyncer', ['-c', join(folder, 'vdirsyncer'), 'discover'], { env });
    assert.equal((await sync()).length, 10);
    const first = contents();
    assert.equal(Object.keys(first).length, 10);
    assert.deepEqual(await sync(), [], 'a second sync');
    assert.deepEqual(contents(), first);
    const before = await listed();
    assert.equal(before.length, 10);
    assert.ok(
      before.every((line) => / 1[78]:00 Talk \d$/.test(line)),
      before.join('\n'),
    );

    const moved = {
      ...TALKS[4],
      type: 'talk',
      start: `${String(YEAR)}-04-02T09:30:00Z`,
      end: `${String(YEAR)}-04-02T10:30:00Z`,
    };
    await server.import([moved]);
    // vdirsyncer identifies subscribed events by content, not by UID, so it deletes a changed event and copies it anew.
    assert.deepEqual((await sync()).map((line) => line.split(' ')[0]).toSorted(), ['Copying', 'Deleting']);
    const second = contents();
    const names = Object.keys(first).filter((name) => second[name] === first[name]);
    assert.equal(names.length, 9, 'the other talks are unchanged');
    const [fresh = ''] = Object.keys(second).filter((name) => !(name in first));
    assert.match(second[fresh] ?? '', /SUMMARY:Talk 4\r?\n/);
    assert.deepEqual(await sync(), []);
    const now = await listed();
    assert.deepEqual(
      now.filter((line) => !before.includes(line)),
      [`${String(YEAR)}-04-02 10:30 Talk 4`],
    );
  });
});

const FEEDPARSER = `
import feedparser, json, sys
found = feedparser.parse(sys.argv[1])
again = feedparser.parse(sys.argv[1], etag=found.etag)
print(json.dumps({
    'bozo': bool(found.bozo),
    'title': found.feed.title,
    'ids': [entry.id for entry in found.entries],
    'titles': [entry.title for entry in found.entries],
    'again': again.status,
}))
`;

function vdirsyncerConfig(home: string, files: string, port: number): string {
  return `[general]
status_path = "${join(home, 'status')}"

[pair talks]
a = "remote"
b = "local"
collections = null

[storage remote]
type = "http"
url = "http://127.0.0.1:${String(port)}/api/series/${SERIES}.ics"

[storage local]
type = "filesystem"
path = "${files}"
fileext = ".ics"
`;
}

function khalConfig(home: string, files: string): string {
  return `[calendars]
[[talks]]
path = ${files}
readonly = True

[locale]
local_timezone = Europe/London
default_timezone = Europe/London
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M

[sqlite]
path = ${join(home, 'khal.db')}
`;
}

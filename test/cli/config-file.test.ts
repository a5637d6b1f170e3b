import assert from 'node:assert/strict';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { CONFIG_KEYS, readConfigFile } from '#cli/settings/config-file.ts';
import { readSettings } from '#cli/settings/read-settings.ts';
import { SETTING_NAMES } from '#cli/settings/settings.ts';
import type { Settings } from '#cli/settings/settings.ts';
import { configSchema } from '../support/config/config-schema.ts';
import { temporaryFolder } from '../support/folder.ts';

const folder = temporaryFolder();

function read(text: string, environment: Readonly<Record<string, string>> = {}): ReturnType<typeof readConfigFile> {
  return readConfigFile({ path: join(folder, 'lectern.yaml'), text, environment });
}

/** Each problem as `line where: what hint`. */
function said(text: string): string[] {
  return read(text).problems.map(({ line, where, what, hint }) => `${String(line)} ${where}: ${what} ${hint}`);
}

function settings(text: string, environment: Readonly<Record<string, string>> = {}, flags = {}): Settings {
  const { values, problems } = read(text, environment);
  assert.deepEqual(problems, []);
  const result = readSettings(flags, environment, SETTING_NAMES, values);
  assert.ok(result.ok, JSON.stringify(result));
  return result.value;
}

describe('a configuration file', () => {
  it('overrides PORT, and is overridden by flags and LECTERN_ variables', () => {
    const file = 'port: 1000\nhost: "::1"\nlinks: absolute\nworkers: 3\n';
    const environment = { LECTERN_HOST: '127.0.0.2', PORT: '3000', LECTERN_LINKS: '' };
    const { port, host, links, workers } = settings(file, environment, { workers: '2' });
    assert.deepEqual({ port, host, links, workers }, { port: 1000, host: '127.0.0.2', links: 'absolute', workers: 2 });
  });

  it('can override single settings that compatible: oxtalks sets', () => {
    const { links, uidForm } = settings('compatible: oxtalks\nlinks: paths\n');
    assert.deepEqual([links, uidForm], ['paths', 'oxtalks']);
  });

  it('accepts lists as YAML or as text, and treats an empty value as unset', () => {
    const { imageHosts, allowHost, contact } = settings(
      'image_hosts: [a.example.org, b.example.org]\nallow_hosts: "10.0.0.7, x.internal"\ncontact:\n',
    );
    assert.deepEqual(imageHosts, ['a.example.org', 'b.example.org']);
    assert.deepEqual([...allowHost], ['10.0.0.7', 'x.internal']);
    assert.equal(contact, null);
  });

  it('resolves relative paths against its own folder', () => {
    const { database, brandCss, sources, images } = settings(
      'database_url: sqlite:talks.db\nbrand_css: looks/more.css\nsources: sources.yaml\nimages: /srv/pictures\n',
    );
    assert.deepEqual(
      [database, brandCss, sources, images],
      [
        `sqlite:${join(folder, 'talks.db')}`,
        join(folder, 'looks/more.css'),
        join(folder, 'sources.yaml'),
        '/srv/pictures',
      ],
    );
  });

  it('reads secrets from variables and files, and reports those it cannot read', async () => {
    const own = await mkdtemp(join(folder, 'secret-'));
    await writeFile(join(own, 'password'), 's3cret\n');
    const text = `database_url: "postgres://\${USER_NAME}:\${file:${join(own, 'password')}}@db/talks"\n`;
    assert.equal(settings(text, { USER_NAME: 'me' }).database, 'postgres://me:s3cret@db/talks');
    await writeFile(join(own, 'empty'), '\n');
    await writeFile(join(own, 'large'), 'x'.repeat(70_000));
    const wrong = ['empty', 'large', 'none', '.'].map((name) => `\${file:${join(own, name)}}`);
    assert.deepEqual(
      said(`brand_name: \${NO_SUCH}\nuntitled: "${wrong.join(' ')}"\n`).map((line) => line.replaceAll(own, '…')),
      [
        '1 brand_name: There is no variable "NO_SUCH" in the environment, or it is empty. Set it in the environment of lectern, or correct its name.',
        ...['…/empty" is empty', '…/large" is too large', '…/none" does not exist', '…" is not a regular file'].map(
          (what) => `2 untitled: The file "${what}. Write a text of at most 64 KiB to it, or correct its path.`,
        ),
      ],
    );
  });

  it('doubles as the sources file if it lists sources', () => {
    const list = 'defaults: { every: 1h }\nsources:\n  - { name: optics, file: optics.ics }\n';
    assert.equal(settings(list).sources, join(folder, 'lectern.yaml'));
    assert.deepEqual(said('defaults: { every: 1h }\nsources: sources.yaml\n'), [
      '1 defaults: There is no setting "defaults". Use it together with a list of sources, or in the sources file.',
    ]);
  });

  it('has all its problems reported with line numbers', () => {
    assert.deepEqual(
      said('Base-URL: https://x.example\nprot: 80\nport: { a: 1 }\nimage_hosts: [[a]]\nconfig: x\nworkers: [1]\n'),
      [
        '1 Base-URL: There is no setting "Base-URL". Did you mean base_url?',
        '2 prot: There is no setting "prot". Did you mean port?',
        '3 port: an object is not a string or a number. Write a string or a number.',
        '4 image_hosts: a list of 1 is not a list of strings. Write a list of strings.',
        '5 config: There is no setting "config". Run lectern serve --help for a list.',
        '6 workers: a list of 1 is not a string or a number. Write a string or a number.',
      ],
    );
    assert.match(said('- port: 80\n')[0] ?? '', /^1 : This is not a configuration file\. Write one setting per line/);
    assert.match(said('port: 80\nport: 81\n')[0] ?? '', /^2 : This is not YAML: Map keys must be unique/);
    assert.deepEqual(said(''), []);
    assert.deepEqual(said('# nothing yet\n'), []);
    const values = read('port: eighty\ntime_zone: Europe/Lundon\n').values;
    const result = readSettings({}, {}, SETTING_NAMES, values);
    assert.deepEqual(result.ok ? [] : result.problems.map(({ where }) => where.replace(`${folder}/`, '')), [
      'lectern.yaml:1: port',
      'lectern.yaml:2: time_zone',
    ]);
  });

  it('has a key for every setting except config', () => {
    assert.deepEqual([...CONFIG_KEYS.values()].sort(), SETTING_NAMES.filter((name) => name !== 'config').sort());
  });
});

describe('deploy/lectern.schema.json', () => {
  it('is up to date with the settings', async () => {
    const shipped: unknown = JSON.parse(await readFile('deploy/lectern.schema.json', 'utf8'));
    const hint = 'Regenerate it: node test/support/config/write-config-schema.ts';
    assert.deepEqual(shipped, JSON.parse(JSON.stringify(configSchema())), hint);
  });

  it('accepts deploy/lectern.yaml, and rejects unknown keys and invalid values', async () => {
    const accepts = new Ajv({ strict: false, unicodeRegExp: true }).compile(configSchema());
    const example = await readFile('deploy/lectern.yaml', 'utf8');
    assert.ok(accepts(parse(example)), JSON.stringify(accepts.errors));
    assert.equal(settings(example).brandName, 'Talks at Example');
    for (const wrong of ['prot: 1', 'port: eighty', 'port: 70000', 'links: relative', 'sources: [{ name: a }]'])
      assert.ok(!accepts(parse(wrong)), wrong);
  });
});

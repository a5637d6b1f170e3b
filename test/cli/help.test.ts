import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, it } from 'node:test';
import { EXIT_STATUS } from '#cli/exit-status.ts';
import { SETTINGS } from '#cli/settings/settings.ts';
import { allVerbs } from '#cli/verbs/verbs.ts';
import { lectern, lecternProcess, startLectern } from '../support/process/command.ts';

/** A module that writes the names of all loaded packages to standard error when the process exits. */
const TELLS_PACKAGES = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load: (url, context, next) => {
      const name = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name !== undefined) packages.add(name);
      return next(url, context);
    },
  });
  process.on('exit', () => process.stderr.write([...packages].sort().join(' ')));
`;

const unwrapped = (text: string): string => text.replace(/\s+/g, ' ');

describe('lectern --help', async () => {
  const verbs = await allVerbs();

  it('lists every verb and every exit status', async () => {
    const { status, stdout, stderr } = await lectern(['--help']);
    assert.deepEqual([status, stderr], [0, '']);
    for (const { name, summary } of verbs) assert.ok(unwrapped(stdout).includes(summary), name);
    for (const { status: code, meaning } of Object.values(EXIT_STATUS)) {
      assert.ok(unwrapped(stdout).includes(`${String(code)} ${meaning}`), meaning);
    }
  });

  it('loads only the few packages it needs, so that every command starts quickly', async () => {
    const variables = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(TELLS_PACKAGES)}` };
    const loaded = async (...args: readonly string[]): Promise<unknown> => {
      const { status, stderr } = await lecternProcess(args, { variables });
      return [status, stderr];
    };
    assert.deepEqual(await loaded('--help'), [0, 'commander temporal-polyfill temporal-utils']);
    assert.deepEqual(await loaded('backup', '--help'), [0, 'commander']);
  });

  for (const verb of verbs) {
    it(`describes lectern ${verb.name} with every option, setting and example`, async () => {
      const { status, stdout, stderr } = await lectern([verb.name, '--help']);
      assert.deepEqual([status, stderr], [0, '']);
      const text = unwrapped(stdout);
      assert.ok(text.includes(verb.summary) && text.includes(verb.details));
      for (const line of verb.examples) assert.ok(stdout.includes(`\n  ${line}\n`), line);
      for (const { flag, description } of verb.options) assert.ok(text.includes(`${flag} ${description}`), flag);
      for (const name of verb.settings) {
        const { flag, description, defaultText, variable, platform } = SETTINGS[name];
        const variables = platform === undefined ? variable : `${variable}, else ${platform.variable}`;
        const said = `${flag} ${description} (default: ${defaultText}; variable: ${variables})`;
        assert.ok(text.includes(said), said);
      }
      assert.deepEqual(await lectern(['help', verb.name]), { status, stdout, stderr });
    });
  }

  it('prints the same for lectern import --help and lectern help import', async () => {
    const said = await lectern(['import', '--help']);
    assert.deepEqual(await lecternProcess(['help', 'import']), said);
  });

  it('exits with status 0 and no message if the reader closes the pipe', async () => {
    const running = startLectern(['serve', '--help']);
    running.process.stdout?.destroy();
    const { status, stderr } = await running.finished;
    assert.deepEqual([status, stderr], [0, '']);
  });

  it('comes with --version, which prints the version in package.json', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string };
    assert.deepEqual(await lecternProcess(['--version']), { status: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('an invalid command line', () => {
  it('prints the help and exits with status 2 if it has no verb', async () => {
    const { status, stdout, stderr } = await lectern([]);
    assert.deepEqual([status, stdout], [2, '']);
    assert.match(stderr, /^Usage: lectern <verb> \[options\]\n/);
  });

  it('gets the most similar verb suggested for an unknown one', async () => {
    assert.deepEqual(await lectern(['improt', 'x']), {
      status: 2,
      stdout: '',
      stderr: "error: unknown command 'improt'\n(Did you mean import?)\nRun lectern --help for usage.\n",
    });
  });

  it('gets the most similar option suggested for an unknown one', async () => {
    assert.deepEqual(await lectern(['export', '--databse', 'x']), {
      status: 2,
      stdout: '',
      stderr: "error: unknown option '--databse'\n(Did you mean --database?)\nRun lectern export --help for usage.\n",
    });
  });

  it('is rejected if lectern import gets no files', async () => {
    const { status, stderr } = await lectern(['import']);
    assert.deepEqual(
      [status, stderr],
      [2, "error: missing required argument 'files'\nRun lectern import --help for usage.\n"],
    );
  });

  it('has all its invalid flags and variables reported at once', async () => {
    const variables = { LECTERN_PORT: 'eighty', DATABASE_URL: 'talks.db' };
    assert.deepEqual(await lectern(['serve', '--sample', '--time-zone', 'Europe/Lundon'], { variables }), {
      status: 2,
      stdout: '',
      stderr: [
        'DATABASE_URL: "talks.db" is not a database address. Write sqlite: and the path of a file, for example sqlite:lectern.db, or postgres://user:password@db1.example.org,db2.example.org/talks.',
        'LECTERN_PORT: "eighty" is not a whole number from 0 to 65535. Write one in that range, in digits.',
        '--time-zone: "Europe/Lundon" is not a time zone known to this machine. Write an IANA name such as Europe/London, Asia/Tokyo or UTC.',
        'Run lectern serve --help for usage.\n',
      ].join('\n'),
    });
    assert.deepEqual(await lectern(['sample', '--talks', '0', '--today', '2026-02-30', '--seed', 'x']), {
      status: 2,
      stdout: '',
      stderr: [
        '--seed: "x" is not a whole number from 0 to 4294967295. Write one in that range, in digits.',
        '--today: "2026-02-30" is not a date. Write a date that exists as yyyy-mm-dd, for example 2026-02-03.',
        '--talks: "0" is not a whole number from 1 to 10000000. Write one in that range, in digits.',
        'Run lectern sample --help for usage.\n',
      ].join('\n'),
    });
  });

  it('has its control characters escaped in error messages', async () => {
    const { stderr } = await lectern(['serve', '--host', 'a\u001b[2Jb']);
    assert.match(stderr, /^--host: "a\\u001b\[2Jb" is not/);
  });
});

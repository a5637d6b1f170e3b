import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { EXIT_STATUS } from '#cli/exit-status.ts';
import { SETTINGS } from '#cli/settings/settings.ts';
import { BUILT, lectern } from '../support/process/command.ts';
import { temporaryFolder } from '../support/folder.ts';
import { skipUnlessThere } from './daemon.ts';

const FOLDER = resolve('deploy/systemd');
const UNITS = readdirSync(FOLDER).filter((name) => /\.(service|timer)$/.test(name));
const SERVICES = UNITS.filter((name) => name.endsWith('.service'));

/** Exposure level of systemd-analyze, from 0 to 10 (unrestricted). docs/how-to/deploy.md states it. */
const EXPOSURE_AT_MOST = 1;

/** Where the guide installs it. */
const NODE = '/opt/lectern/runtime/node_modules/.bin/node';

const textOf = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

/** Names and values in a unit, with continued lines joined and without comments. */
function directives(name: string): readonly (readonly [string, string])[] {
  const lines = textOf(name).replaceAll('\\\n', '').split('\n');
  return lines.flatMap((line): (readonly [string, string])[] => {
    const found = /^(\w+)=(.*)$/.exec(line);
    return found === null ? [] : [[found[1] ?? '', found[2] ?? '']];
  });
}

function directive(name: string, directive: string): string {
  const values = directives(name).filter(([key]) => key === directive);
  assert.equal(values.length, 1, `${name} must have exactly one ${directive}`);
  return values[0]?.[1] ?? '';
}

describe('the systemd units', () => {
  it('pass systemd-analyze verify', { skip: skipUnlessThere('systemd-analyze') }, () => {
    const folder = temporaryFolder();
    // The programs that they start are not installed here.
    for (const name of UNITS)
      writeFileSync(
        join(folder, name),
        textOf(name).replaceAll(/\/opt\/lectern\/runtime\/\S+\/node|\/bin\/kill/g, '/bin/true'),
      );
    const args = ['verify', '--man=no', ...UNITS.map((name) => join(folder, name))];
    const { status, stdout, stderr } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
    assert.deepEqual({ status, said: stdout + stderr }, { status: 0, said: '' });
  });

  it('give every service an exposure level of at most 1', { skip: skipUnlessThere('systemd-analyze') }, () => {
    for (const name of SERVICES) {
      const args = [
        'security',
        '--offline=true',
        '--no-pager',
        `--threshold=${String(EXPOSURE_AT_MOST * 10)}`,
        join(FOLDER, name),
      ];
      const { status, stdout } = spawnSync('systemd-analyze', args, { encoding: 'utf8' });
      const exposure = Number(/Overall exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
      assert.ok(exposure <= EXPOSURE_AT_MOST, `${name}: ${String(exposure)}\n${stdout}`);
      assert.equal(status, 0, name);
    }
  });

  it('use the same hardening in every service', () => {
    const hardening = (name: string): string => {
      const text = textOf(name);
      return text.slice(text.indexOf('# No access to home'), text.indexOf('SystemCallErrorNumber'));
    };
    for (const name of SERVICES) {
      assert.ok(hardening(name).length > 500, name);
      assert.equal(hardening(name), hardening('lectern.service'), name);
      for (const [key, value] of [
        ['User', 'lectern'],
        ['DynamicUser', 'yes'],
        ['EnvironmentFile', '/etc/lectern/lectern.env'],
      ] as const)
        assert.equal(directive(name, key), value, name);
    }
  });

  it('start the service of each timer once a day', { skip: skipUnlessThere('systemd-analyze') }, () => {
    for (const name of UNITS.filter((each) => each.endsWith('.timer'))) {
      assert.ok(SERVICES.includes(name.replace('.timer', '.service')), name);
      const args = ['calendar', '--iterations=2', directive(name, 'OnCalendar')];
      const said = execFileSync('systemd-analyze', args, { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } });
      const [first = NaN, second = NaN] = [...said.matchAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g)].map(([time]) =>
        Date.parse(`${time}Z`),
      );
      assert.equal(second - first, 86_400_000, `${name}: ${said}`);
    }
  });

  it('start the Node that the guide installs, the one that Lectern is tested with', () => {
    const { devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    const guide = readFileSync('docs/how-to/deploy.md', 'utf8');
    const line = `npm install --prefix runtime node@${devDependencies.node ?? ''}`;
    assert.ok(guide.includes(`git clone … /opt/lectern && cd /opt/lectern\nnpm ci --omit=dev\n${line}\n`));
    for (const name of SERVICES) assert.equal(directive(name, 'ExecStart').split(' ')[0], NODE, name);
    assert.match(textOf('lectern'), new RegExp(`-- ${NODE} `));
  });

  it('give up after some failed starts, not at once, and limit the memory', () => {
    const value = (name: string) => directive('lectern.service', name);
    const [burst, pause] = [Number(value('StartLimitBurst')), Number(value('RestartSec'))];
    const minutes = Number(/^(\d+)min$/.exec(value('StartLimitIntervalSec'))?.[1]);
    // Even if each start takes twenty seconds.
    assert.ok(burst * (pause + 20) < minutes * 60, 'it gives up');
    assert.ok(burst * pause >= 300, 'a database that starts later is waited for');
    assert.equal(Number(value('RestartPreventExitStatus')), EXIT_STATUS.usage.status);
    for (const name of SERVICES) assert.match(directive(name, 'MemoryMax'), /^\d+%$/, name);
  });

  it('give Lectern more time to stop than its shutdown grace period', () => {
    assert.ok(Number(directive('lectern.service', 'TimeoutStopSec')) > SETTINGS.shutdownGrace.default);
    assert.equal(directive('lectern.service', 'ExecReload'), '/bin/kill -HUP $MAINPID');
  });
});

describe('the lectern command of the systemd service', () => {
  it('runs with the user, settings and folders of the service', () => {
    const folder = temporaryFolder();
    const told = '#!/bin/sh\nprintf "%s\\n" "$@"\n';
    writeFileSync(join(folder, 'systemd-run'), told, { mode: 0o755 });
    const env = { PATH: `${folder}:${process.env.PATH ?? ''}` };
    const said = execFileSync(join(FOLDER, 'lectern'), ['import', '--source', 'a b', '-'], { env, encoding: 'utf8' });
    const args = said.trimEnd().split('\n');
    const end = args.indexOf('--');
    const properties = args.slice(0, end).flatMap((arg) => /^--property=(.*)$/.exec(arg)?.[1] ?? []);
    const ofService = (...names: readonly string[]): readonly string[] =>
      directives('lectern.service')
        .filter(([name]) => names.includes(name))
        .map(([name, value]) => `${name}=${value.replace('%C', '/var/cache')}`);
    const folders = ['StateDirectory', 'StateDirectoryMode', 'CacheDirectory', 'CacheDirectoryMode'];
    assert.deepEqual(
      [...properties].sort(),
      [
        ...ofService('EnvironmentFile', 'Environment', 'User', 'DynamicUser', 'UMask', ...folders),
        `WorkingDirectory=-${process.cwd()}`,
      ].sort(),
    );
    const program = directive('lectern.service', 'ExecStart').replace(/ serve.*/, '');
    assert.deepEqual(args.slice(end + 1), [...program.split(' '), 'import', '--source', 'a b', '-']);
    // The command waits, passes on input and output, and returns the exit status.
    assert.deepEqual(
      args.slice(0, end).filter((arg) => !arg.startsWith('--property')),
      ['--quiet', '--collect', '--wait', '--pipe', '--pty', '--service-type=exec'],
    );
  });
});

describe('lectern.env', () => {
  it('sets only known variables, to valid values', () => {
    const known = Object.values(SETTINGS);
    // Including those that are commented out for the operator to enable.
    const lines = textOf('lectern.env')
      .split('\n')
      .filter((line) => /^#?[A-Z]+[A-Z_]*=/.test(line))
      .map((line) => line.replace(/^#/, ''));
    assert.ok(lines.length > 7);
    for (const line of lines) {
      const variable = line.slice(0, line.indexOf('='));
      if (variable === 'LECTERN_IMPORT_FILE') continue;
      const setting = known.find((each) => each.variable === variable);
      assert.ok(setting !== undefined, variable);
      const read = setting.read(line.slice(line.indexOf('=') + 1), variable);
      assert.ok(read.ok, `${line}: ${JSON.stringify(read)}`);
    }
  });
});

describe('the backup service', () => {
  it('writes a backup with the whole catalogue and deletes the oldest backup', async () => {
    const folder = temporaryFolder();
    const backups = join(folder, 'backups');
    mkdirSync(backups);
    const database = `sqlite:${join(folder, 'talks.db')}`;
    const catalogue = (await lectern(['sample', '--talks', '40'])).stdout;
    const imported = await lectern(['import', '-', '--database', database], { input: catalogue });
    assert.equal(imported.status, 0, imported.stderr);
    const old = Array.from({ length: 30 }, (_, at) => `lectern-2020-01-${String(at + 1).padStart(2, '0')}T000000Z.db`);
    for (const name of old) writeFileSync(join(backups, name), '');
    const start = directive('lectern-backup.service', 'ExecStart');
    // As systemd splits the command, with this Lectern.
    const [program, script, ...args] = start.replace('${STATE_BACKUP}', backups).split(' ');
    assert.deepEqual([program, script], [NODE, '/opt/lectern/dist/cli/main.js']);
    const env = { PATH: process.env.PATH, DATABASE_URL: database };
    execFileSync(process.execPath, [BUILT, ...args], { env, stdio: 'pipe' });
    const kept = readdirSync(backups).sort();
    assert.deepEqual(kept.slice(0, -1), old.slice(1));
    const exported = await lectern(['export', '--database', database]);
    assert.deepEqual([exported.status, exported.stderr], [0, '']);
    const file = join(backups, kept.at(-1) ?? '');
    assert.deepEqual(await lectern(['export', '--database', `sqlite:${file}`]), exported);
  });
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { isMembers, listAt, textAt, valueAt } from '../support/json-value.ts';
import { temporaryFolder } from '../support/folder.ts';
import { installed, skipWithout } from './daemon.ts';
import { yamlDocuments } from './yaml-files.ts';

// No container engine is available here, so the tests check the file against rules and run its containers' commands.
const [COMPOSE] = yamlDocuments('deploy/compose.yaml');
const SERVICES = valueAt(COMPOSE, 'services');
assert.ok(isMembers(SERVICES));
const NAMES = Object.keys(SERVICES);

describe('every container of the compose file', () => {
  it('has a read-only root, drops all capabilities and limits its memory', () => {
    assert.deepEqual(NAMES.sort(), ['lectern-1', 'lectern-2', 'migrate', 'postgres', 'varnish']);
    for (const name of NAMES) {
      const service = valueAt(SERVICES, name);
      assert.equal(valueAt(service, 'read_only'), true, name);
      assert.deepEqual(valueAt(service, 'cap_drop'), ['ALL'], name);
      assert.deepEqual(valueAt(service, 'security_opt'), ['no-new-privileges:true'], name);
      assert.match(textAt(service, 'mem_limit'), /^\d+g$/, name);
      assert.equal(valueAt(service, 'privileged'), undefined, name);
      // The PostgreSQL image switches to its own user.
      if (name !== 'postgres') assert.match(textAt(service, 'user'), /^[1-9]\d+:[1-9]\d+$/, name);
    }
  });

  it('has a health check and restarts unless stopped, except one-off containers', () => {
    for (const name of NAMES) {
      const service = valueAt(SERVICES, name);
      if (valueAt(service, 'restart') === 'no') continue;
      assert.ok(listAt(service, 'healthcheck', 'test').length > 1, name);
      assert.equal(valueAt(service, 'restart'), 'unless-stopped', name);
    }
  });

  it('starts after the containers that it depends on', () => {
    const waits = (name: string): unknown => valueAt(SERVICES, name, 'depends_on');
    assert.deepEqual(waits('migrate'), { postgres: { condition: 'service_healthy' } });
    for (const name of ['lectern-1', 'lectern-2'])
      assert.deepEqual(waits(name), { migrate: { condition: 'service_completed_successfully' } });
    const condition = 'service_healthy';
    assert.deepEqual(waits('varnish'), { 'lectern-1': { condition }, 'lectern-2': { condition } });
  });

  it('is reachable only through Varnish, which listens on 127.0.0.1', () => {
    const published = NAMES.filter((name) => valueAt(SERVICES, name, 'ports') !== undefined);
    assert.deepEqual(published, ['varnish']);
    assert.deepEqual(valueAt(SERVICES, 'varnish', 'ports'), ['127.0.0.1:6081:6081']);
    for (const name of NAMES.filter((each) => each !== 'varnish'))
      assert.deepEqual(valueAt(SERVICES, name, 'networks'), ['inside'], name);
    assert.equal(valueAt(COMPOSE, 'networks', 'inside', 'internal'), true);
  });
});

describe('the database password of the compose file', () => {
  it('comes from a secret file and not from DATABASE_URL', () => {
    const secrets = valueAt(COMPOSE, 'secrets');
    assert.deepEqual(secrets, { 'database-password': { file: '/etc/lectern/database-password' } });
    assert.doesNotMatch(textAt(SERVICES, 'lectern-1', 'environment', 'DATABASE_URL'), /\/\/[^/@]*:[^/@]*@/);
  });

  it('is passed to Lectern as PGPASSWORD, along with the given command', async () => {
    const folder = await mkdtemp(join(temporaryFolder(), 'secrets-'));
    await writeFile(join(folder, 'database-password'), 'pass word$1\n');
    const [shell = '', ...rest] = listAt(SERVICES, 'lectern-1', 'entrypoint').map(String);
    // Compose turns two dollar signs into one. A script that prints its arguments takes the place of Lectern.
    const tells = 'process.stdout.write(JSON.stringify([process.env.PGPASSWORD, ...process.argv.slice(1)]))';
    const script = (text: string): string =>
      text
        .replaceAll('$$', '$')
        .replace('/run/secrets', folder)
        .replace('node /opt/lectern/dist/cli/main.js', `'${process.execPath}' -e '${tells}' --`);
    const said = execFileSync(shell, [...rest.map(script), 'serve', 'a b'], { encoding: 'utf8' });
    assert.deepEqual(JSON.parse(said), ['pass word$1', 'serve', 'a b']);
  });
});

describe('the files that the compose file names', () => {
  it('exist', () => {
    const context = join('deploy', textAt(SERVICES, 'lectern-1', 'build', 'context'));
    assert.ok(existsSync(join(context, textAt(SERVICES, 'lectern-1', 'build', 'dockerfile'))));
    const [mount = ''] = listAt(SERVICES, 'varnish', 'volumes').map(String);
    assert.ok(existsSync(join('deploy', mount.split(':')[0] ?? '')), mount);
  });
});

describe('Varnish in the compose file', () => {
  const script = String(listAt(SERVICES, 'varnish', 'entrypoint').at(-1));

  it('has the same parameters as varnish.service.conf', () => {
    const unit = readFileSync('deploy/varnish/varnish.service.conf', 'utf8');
    const parameters = (text: string): readonly string[] =>
      [...text.matchAll(/ -[ps] \S+/g)].map(([option]) => option.trim());
    assert.deepEqual(parameters(script), parameters(unit));
  });

  it(
    'has a valid lectern.vcl with both Lectern containers as backends',
    { skip: skipWithout('varnishd', 'cc') },
    async () => {
      const folder = temporaryFolder();
      // Varnish drops privileges before it reads this.
      chmodSync(folder, 0o755);
      const changed = script
        .slice(0, script.indexOf('exec'))
        .replace('/etc/varnish/', 'deploy/varnish/')
        .replace('/tmp/', `${folder}/`);
      execFileSync('/bin/sh', ['-euc', changed]);
      const file = join(folder, 'lectern.vcl');
      const vcl = readFileSync(file, 'utf8');
      assert.deepEqual(
        [...vcl.matchAll(/^ {4}\.(?:host|port) = "(.*)"/gm)].map(([, value]) => value),
        ['lectern-1', '8080', 'lectern-2', '8080'],
      );
      // Outside of the containers, these names do not resolve.
      await writeFile(file, vcl.replaceAll(/"lectern-\d"/g, '"127.0.0.1"'));
      execFileSync(installed('varnishd') ?? '', ['-C', '-f', file, '-n', join(folder, 'varnish')], { stdio: 'pipe' });
    },
  );
});

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { isMembers, listAt, valueAt } from '../support/json-value.ts';
import { yamlDocuments } from './yaml-files.ts';

const FILE = '.github/workflows/release.yml';
const TEXT = readFileSync(FILE, 'utf8');

// The workflow cannot run here, so the tests check it against rules and parse its commands.
describe('the release workflow', () => {
  const [workflow] = yamlDocuments(FILE);
  const jobs = Object.entries(valueAt(workflow, 'jobs') as Readonly<Record<string, unknown>>);
  const steps = jobs.flatMap(([job, value]) => listAt(value, 'steps').map((step) => ({ job, step })));
  const commands = steps.flatMap(({ step }) => {
    const command = valueAt(step, 'run');
    return typeof command === 'string' ? [command] : [];
  });

  it('runs only for version tags, one at a time', () => {
    assert.deepEqual(valueAt(workflow, 'on'), { push: { tags: ['v*'] } });
    assert.equal(valueAt(workflow, 'concurrency'), 'release');
  });

  it('checks before it packs and publishes only what it packed', () => {
    const needs = jobs.map(([job, value]) => [job, valueAt(value, 'needs')]);
    assert.deepEqual(needs, [
      ['check', undefined],
      ['package', 'check'],
      ['npm', 'package'],
      ['image', 'package'],
      ['release', ['npm', 'image']],
    ]);
    const downloading = steps.filter(({ step }) =>
      String(valueAt(step, 'uses')).startsWith('actions/download-artifact@'),
    );
    assert.deepEqual(
      downloading.map(({ job }) => job),
      ['npm', 'image', 'release'],
    );
  });

  it('pins every action to the commit of a release', () => {
    const used = [...TEXT.matchAll(/\buses: (.*)/g)].map(([, action = '']) => action);
    assert.ok(used.length > 0);
    for (const action of used) assert.match(action, /^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  });

  it('gives each job minimal permissions and a timeout', () => {
    assert.deepEqual(valueAt(workflow, 'permissions'), {});
    assert.deepEqual(Object.fromEntries(jobs.map(([job, value]) => [job, valueAt(value, 'permissions')])), {
      check: { contents: 'read' },
      package: { contents: 'read' },
      npm: { 'id-token': 'write' },
      image: { contents: 'read', packages: 'write' },
      release: { contents: 'write' },
    });
    for (const [job, value] of jobs) assert.ok(Number(valueAt(value, 'timeout-minutes')) > 0, job);
    for (const { job, step } of steps) {
      if (String(valueAt(step, 'uses')).startsWith('actions/checkout@'))
        assert.equal(valueAt(step, 'with', 'persist-credentials'), false, job);
    }
  });

  it('has valid shell commands that use existing scripts and files', () => {
    for (const command of commands) {
      const { status, stderr } = spawnSync('bash', ['-n'], { input: command, encoding: 'utf8' });
      assert.equal(status, 0, `${command}\n${stderr}`);
      // A value inserted into a command could inject code.
      assert.ok(!command.includes('${{'), command);
    }
    const all = commands.join('\n');
    const scripts = valueAt(JSON.parse(readFileSync('package.json', 'utf8')), 'scripts');
    assert.ok(isMembers(scripts));
    for (const [, script = ''] of all.matchAll(/npm run (?:--silent )?([\w:]+)/g)) assert.ok(script in scripts, script);
    for (const [path] of all.matchAll(/(?:\.ci|deploy)\/[\w/]+/g)) assert.ok(existsSync(path), path);
    for (const wanted of [
      '.ci/run',
      'npm run test:coverage',
      'npm audit --omit=dev',
      'npm pack',
      'npm run --silent sbom',
      'npm publish --provenance',
    ])
      assert.ok(all.includes(wanted), wanted);
  });
});

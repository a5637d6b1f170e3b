import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SETTINGS } from '#cli/settings/settings.ts';
import { unknownVariables } from '#cli/program.ts';
import { lectern } from '../support/process/command.ts';

describe('environment variables', () => {
  it('that begin with LECTERN_ but are not settings are reported with a suggestion, without their value', () => {
    const environment = {
      LECTERN_DATABASE_URL: 'postgres://me:secret@db/talks',
      LECTERN_TIMEZONE: 'Europe/Paris',
      LECTERN_PROT: '80',
      LECTERN_WORKER: '2',
      LECTERN_ALLOW_HOST: 'a',
      LECTERN_XYZZY: 'x',
      LECTERN_: 'x',
    };
    assert.deepEqual(unknownVariables(environment), [
      'LECTERN_ is not a setting. Run lectern serve --help for a list.',
      'LECTERN_ALLOW_HOST is not a setting. Did you mean LECTERN_ALLOW_HOSTS?',
      'LECTERN_DATABASE_URL is not a setting. Did you mean DATABASE_URL?',
      'LECTERN_PROT is not a setting. Did you mean LECTERN_PORT?',
      'LECTERN_TIMEZONE is not a setting. Did you mean LECTERN_TIME_ZONE?',
      'LECTERN_WORKER is not a setting. Did you mean LECTERN_WORKERS?',
      'LECTERN_XYZZY is not a setting. Run lectern serve --help for a list.',
    ]);
  });

  it('that are settings, empty, of other programs, or used in deploy/ are not reported', () => {
    const settings: Record<string, string> = {};
    for (const { variable } of Object.values(SETTINGS)) settings[variable] = 'x';
    const others = {
      PATH: '/bin',
      LECTERNS: 'x',
      LECTERN_EMPTY: '',
      LECTERN_IMPORT_FILE: 'x',
      LECTERN_IMPORT_URL: 'x',
    };
    assert.deepEqual(unknownVariables({ ...settings, ...others }), []);
  });

  it('that are unknown cause a warning, and the verb runs normally', async () => {
    const variables = { LECTERN_SOURCE: 'x' };
    assert.deepEqual(await lectern(['sync'], { variables }), {
      status: 2,
      stdout: '',
      stderr:
        'LECTERN_SOURCE is not a setting. Did you mean LECTERN_SOURCES?\n' +
        '--sources: No sources file given. Use --sources, or set LECTERN_SOURCES.\nRun lectern sync --help for usage.\n',
    });
    const { status, stderr } = await lectern(['sample', '--talks', '1'], { variables });
    const warning = 'LECTERN_SOURCE is not a setting. Did you mean LECTERN_SOURCES?\n';
    assert.deepEqual([status, stderr], [0, warning]);
  });
});

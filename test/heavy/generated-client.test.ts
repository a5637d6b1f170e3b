import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { codeInGuide, compile, makeStrictProject, programOf, run } from '../support/docs/generated-client.ts';
import { testServer } from '../support/http/server.ts';
import { GARDEN, UNIVERSITY } from '../support/catalogue/university.ts';

const server = testServer(UNIVERSITY);
const folder = temporaryFolder();

const WRONG = [
  "import createClient from 'openapi-fetch';",
  "import type { components, paths } from './lectern.ts';",
  'const lectern = createClient<paths>();',
  "void lectern.GET('/api/talks/search', { params: { query: { form: 'today' } } });",
  "export const colour = (talk: components['schemas']['Talk']): string => talk.colour;",
];

describe('a client that openapi-typescript generates', () => {
  let base = '';
  let generated = { status: 0, output: '' };
  let compiled: readonly string[] = [];

  before(async () => {
    base = `http://127.0.0.1:${String((await server.started()).port)}`;
    makeStrictProject(folder, ['talks.ts', 'wrong.ts']);
    const generator = programOf('openapi-typescript', 'bin/cli.js');
    const args = [generator, `${base}/openapi.json`, '--output', 'lectern.ts'];
    generated = await run(process.execPath, args, folder);
    writeFileSync(join(folder, 'talks.ts'), codeInGuide('With openapi-typescript', 'ts'));
    writeFileSync(join(folder, 'wrong.ts'), WRONG.join('\n'));
    compiled = (await compile(folder)).output.trimEnd().split('\n');
  });

  it('is made without a warning', () => {
    assert.deepEqual([generated.status, /warn|error|⚠|✘/i.exec(generated.output)?.[0]], [0, undefined]);
  });

  it('compiles in strict mode and does what the guide shows', async () => {
    assert.deepEqual(
      compiled.filter((line) => !line.startsWith('wrong.ts') && !line.startsWith(' ')),
      [],
    );
    const { status, output } = await run(process.execPath, ['talks.ts', base, '2015-10-05', GARDEN], folder);
    assert.deepEqual(
      [status, output.trimEnd().split('\n')],
      [
        0,
        [
          '2015-10-06T10:00:00Z Moss "in the dark": β < γ & 日本語?, Glass House',
          'Talk: Moss "in the dark": β < γ & 日本語?',
          'Series: Plants & people 2',
          'Collection: Garden talks',
          'Calendar: BEGIN:VCALENDAR',
          'from: “someday” is not a date. Give a date that exists as yyyy-mm-dd, or the word today or tomorrow.',
        ],
      ],
    );
  });

  it('does not compile with a parameter or field that there is not', () => {
    const errors = compiled.flatMap((text) => {
      const [, line, code] = /^wrong\.ts\((\d+),.*error (TS\d+)/.exec(text) ?? [];
      return line === undefined ? [] : [[line, code]];
    });
    assert.deepEqual(errors, [
      ['4', 'TS2353'],
      ['5', 'TS2339'],
    ]);
  });
});

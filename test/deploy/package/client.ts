import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { before, describe, it } from 'node:test';
import { GARDEN, UNIVERSITY } from '../../support/catalogue/university.ts';
import { codeInGuide, compile, programOf, run, type Ran } from '../../support/docs/generated-client.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { Lazy } from '../../support/lazy.ts';
import { testServer } from '../../support/http/server.ts';
import { packed } from './packed.ts';

const GUIDE = 'docs/how-to/use-the-client.md';

const DENO = programOf('deno', 'bin.cjs');

const STRICT = {
  ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, noEmit: true },
  // Checks all types but the compiler's own.
  skipDefaultLibCheck: true,
};
const NODE = { ...STRICT, target: 'es2022', module: 'nodenext', lib: ['es2023'], types: ['node'] };
const BROWSER = {
  ...STRICT,
  ...{ target: 'es2022', module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'], types: [] },
};

const WRONG = `import { Lectern } from 'lectern/client';
const lectern = new Lectern('https://talks.example.org');
void lectern.search({ form: 'today' });
void lectern.search({ from: 'today', count: 'many' });
void lectern.changes({ from: 'today', page: 2 });
export const colour = async (slug: string): Promise<string> => (await lectern.talk(slug)).colour;
void import('lectern/dist/cli/main.js');
`;

const PAGE = `import { Lectern, type Talk } from 'lectern/client';
export async function first(): Promise<Talk | undefined> {
  for await (const talk of new Lectern(location.origin).search({ from: 'today' })) return talk;
  return undefined;
}
`;

describe('lectern/client in the npm package', () => {
  const server = testServer(UNIVERSITY);
  const folder = temporaryFolder();

  before(async () => {
    const { file } = await packed.get();
    const modules = join(folder, 'node_modules');
    mkdirSync(join(modules, 'lectern'), { recursive: true });
    // Unpacked without dependencies: the client has none.
    execFileSync('tar', ['-xzf', file, '-C', join(modules, 'lectern'), '--strip-components=1']);
    mkdirSync(join(modules, '@types'));
    for (const name of ['@types/node', 'undici-types']) symlinkSync(resolve('node_modules', name), join(modules, name));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    writeFileSync(join(folder, 'talks.ts'), codeInGuide('Search, and read what you find', 'ts', GUIDE));
    writeFileSync(join(folder, 'copy.ts'), codeInGuide('Keep a copy', 'ts', GUIDE));
    writeFileSync(join(folder, 'wrong.ts'), WRONG);
    writeFileSync(join(folder, 'page.ts'), PAGE);
  });

  /** The lines that the compiler prints for some files. */
  async function compiled(compilerOptions: object, files: readonly string[]): Promise<readonly string[]> {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    return (await compile(folder)).output.split('\n').filter((line) => line !== '');
  }
  const inNode = new Lazy(() => compiled(NODE, ['talks.ts', 'copy.ts', 'wrong.ts']));

  it('compiles in strict mode for Node and browsers, including the types of the package', async () => {
    const lines = await inNode.get();
    assert.deepEqual(
      lines.filter((line) => !line.startsWith('wrong.ts') && !line.startsWith(' ')),
      [],
    );
    assert.deepEqual(await compiled(BROWSER, ['page.ts']), []);
  });

  it('rejects unknown parameters, unknown fields and internal modules at compile time', async () => {
    const errors = (await inNode.get()).flatMap((text) => {
      const [, line, code] = /^wrong\.ts\((\d+),.*error (TS\d+)/.exec(text) ?? [];
      return line === undefined ? [] : [[line, code]];
    });
    assert.deepEqual(errors, [
      ['3', 'TS2353'],
      ['4', 'TS2322'],
      ['5', 'TS2353'],
      ['6', 'TS2339'],
      ['7', 'TS2307'],
    ]);
  });

  it('includes the JSON Schema of catalogue files, which detects an invalid record', async () => {
    symlinkSync(resolve('node_modules/ajv'), join(folder, 'node_modules/ajv'));
    writeFileSync(join(folder, 'check.js'), codeInGuide('JSON Schema', 'js', 'docs/reference/catalogue-file.md'));
    const wrong = { type: 'topic', uri: 'moss', label: 'Moss' };
    writeFileSync(
      join(folder, 'talks.ndjson'),
      [...UNIVERSITY, wrong].map((record) => `${JSON.stringify(record)}\n`).join(''),
    );
    const { status, output } = await run(process.execPath, ['check.js'], folder);
    assert.deepEqual([status, output.split('\n')[0]?.split(' ')[0]], [0, JSON.stringify(wrong)], output);
  });

  for (const [runtime, command] of [
    ['Node', []],
    ['Deno', [DENO, 'run', '--no-remote', '--allow-net=127.0.0.1']],
  ] as const)
    it(`runs the examples of the guide in ${runtime}`, async () => {
      const base = `http://127.0.0.1:${(await server.started()).port}`;
      const inRuntime = (...args: string[]): Promise<Ran> =>
        run(process.execPath, [...command, ...args], folder, { DENO_DIR: join(folder, 'deno') });
      const talks = await inRuntime('talks.ts', base, '2015-10-05', GARDEN);
      assert.deepEqual(
        [talks.status, talks.output.trimEnd().split('\n')],
        [
          0,
          [
            '2015-10-06T10:00:00Z Moss "in the dark": β < γ & 日本語? Glass House',
            'Talks: 3',
            'Talk: Moss "in the dark": β < γ & 日本語?',
            'Series: Plants & people',
            'Suggestion: person Ada Núñez',
            'Collection: Garden talks',
            '400 bad-request',
            'from: “someday” is not a date. Give a date that exists as yyyy-mm-dd, or the word today, tomorrow or now.',
          ],
        ],
      );
      const copy = await inRuntime('copy.ts', base);
      assert.deepEqual([copy.status, copy.output], [0, '5 talks\n5 talks\n']);
    });
});

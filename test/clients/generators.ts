/**
 * `npm run check:clients`: the code that generators of clients make of our OpenAPI document compiles in strict mode,
 * and a client of orval does what the guide shows. Separate from the tests, because the generators are 350 MB in 470
 * packages: npm installs them in `.cache/generators` from the registry, once.
 */
import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';
import { codeInGuide, compile, makeStrictProject, programOf, run, type Ran } from '../support/docs/generated-client.ts';
import { testServer } from '../support/http/server.ts';
import { UNIVERSITY } from '../support/catalogue/university.ts';

const DEPENDENCIES = {
  '@hey-api/openapi-ts': '0.99.0',
  oazapfts: '7.5.0',
  'openapi-typescript-codegen': '0.31.0',
  'orval-7': 'npm:orval@7.21.0',
  'orval-8': 'npm:orval@8.38.0',
  'swagger-typescript-api': '13.13.0',
};

const INSTALLED = resolve('.cache/generators');
const PACKAGES = join(INSTALLED, 'node_modules');

const ORVAL = { 7: 'orval-7/dist/bin/orval.js', 8: 'orval-8/dist/bin/orval.mjs' } as const;

/** The program of each generator, and its arguments. It writes into the folder `client`. */
const GENERATORS: Readonly<Record<string, (document: string) => readonly string[]>> = {
  'orval 7': () => [join(PACKAGES, ORVAL[7]), '--config', 'orval.config.mjs'],
  'orval 8': () => [join(PACKAGES, ORVAL[8]), '--config', 'orval.config.mjs'],
  'openapi-typescript': (document) => [
    programOf('openapi-typescript', 'bin/cli.js'),
    document,
    '--output',
    'client/client.ts',
  ],
  '@hey-api/openapi-ts': (document) => [
    join(PACKAGES, '@hey-api/openapi-ts/bin/run.js'),
    ...['--input', document, '--output', 'client', '--no-log-file'],
  ],
  'swagger-typescript-api': (document) => [
    join(PACKAGES, 'swagger-typescript-api/dist/cli.mjs'),
    ...['generate', '--path', document, '--output', 'client', '--name', 'client.ts'],
  ],
  'openapi-typescript-codegen': (document) => [
    join(PACKAGES, 'openapi-typescript-codegen/bin/index.js'),
    ...['--input', document, '--output', 'client'],
  ],
  oazapfts: (document) => [join(PACKAGES, 'oazapfts/dist/cli.js'), document, 'client/client.ts'],
};

const CONFIG =
  "export default { lectern: { input: 'openapi.json', output: { target: 'client/client.ts', client: 'fetch' } } };\n";

const server = testServer(UNIVERSITY);
const folder = temporaryFolder();

let missing: string | undefined;

before(async () => {
  mkdirSync(INSTALLED, { recursive: true });
  writeFileSync(join(INSTALLED, 'package.json'), JSON.stringify({ private: true, dependencies: DEPENDENCIES }));
  const args = ['install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  const { status, output } = await run('npm', args, INSTALLED);
  if (status !== 0) missing = `npm cannot install the generators: ${output.trim()}`;
});

/** A strict project in a new folder, with our document in it. */
async function project(name: string): Promise<string> {
  const place = join(folder, name.replaceAll(/\W+/g, '-'));
  mkdirSync(join(place, 'client'), { recursive: true });
  symlinkSync(PACKAGES, join(place, 'node_modules'));
  writeFileSync(join(place, 'openapi.json'), (await server.ask('/openapi.json')).body);
  return place;
}

function generate(program: readonly string[], place: string): Promise<Ran> {
  return run(process.execPath, program, place, { CI: '1' });
}

/** Skips a test if the generators could not be installed. */
function isSkipped(test: TestContext): boolean {
  if (missing !== undefined) test.skip(missing);
  return missing !== undefined;
}

describe('code that is generated from the OpenAPI document compiles in strict mode', () => {
  for (const [name, program] of Object.entries(GENERATORS))
    it(`by ${name}`, async (test) => {
      if (isSkipped(test)) return;
      const place = await project(name);
      writeFileSync(join(place, 'orval.config.mjs'), CONFIG);
      const compilerOptions = {
        ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2022', lib: ['es2022', 'dom', 'dom.iterable'] },
        ...{ module: 'esnext', moduleResolution: 'bundler', types: ['node'] },
        typeRoots: [resolve('node_modules/@types')],
      };
      writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['client'] }));
      const { status, output } = await generate(program('openapi.json'), place);
      assert.equal(status, 0, output);
      assert.deepEqual(await compile(place), { status: 0, output: '' });
    });
});

it('a client that orval generates does what the guide shows', async (test) => {
  if (isSkipped(test)) return;
  const base = `http://127.0.0.1:${String((await server.started()).port)}`;
  const place = join(folder, 'guide');
  mkdirSync(place);
  makeStrictProject(place, ['talks.ts', 'client.ts']);
  const config = codeInGuide('With orval', 'js').replaceAll('https://talks.example.org', base);
  writeFileSync(join(place, 'orval.config.mjs'), config);
  const generated = await generate([join(PACKAGES, ORVAL[8]), '--config', 'orval.config.mjs'], place);
  assert.deepEqual(
    [generated.status, /warn|error|deprecated|🛑|⚠/i.exec(generated.output)?.[0]],
    [0, undefined],
    generated.output,
  );
  writeFileSync(join(place, 'talks.ts'), codeInGuide('With orval', 'ts'));
  assert.deepEqual(await compile(place), { status: 0, output: '' });
  const { status, output } = await run(process.execPath, ['talks.ts', '2015-10-05'], place);
  assert.deepEqual(
    [status, output.trimEnd().split('\n')],
    [
      0,
      [
        '2015-10-06T10:00:00Z Moss "in the dark": β < γ & 日本語?',
        'Talk: Moss "in the dark": β < γ & 日本語?',
        'Calendar: BEGIN:VCALENDAR',
        'from: “someday” is not a date. Give a date that exists as yyyy-mm-dd, or the word today, tomorrow or now.',
      ],
    ],
  );
});

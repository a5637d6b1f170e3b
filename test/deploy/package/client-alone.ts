import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { GARDEN, UNIVERSITY } from '../../support/catalogue/university.ts';
import { codeInGuide, compile, run } from '../../support/docs/generated-client.ts';
import { temporaryFolder } from '../../support/folder.ts';
import { testServer } from '../../support/http/server.ts';
import { Lazy } from '../../support/lazy.ts';
import { npm } from '../../support/process/npm.ts';

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly name: string;
  readonly files: readonly { readonly path: string }[];
}

const folder = temporaryFolder();

const packed = new Lazy(async () => {
  const printed = await npm(['pack', './dist/client', '--json', '--pack-destination', folder]);
  const [found] = Object.values(JSON.parse(printed) as Readonly<Record<string, Packed>>);
  assert.ok(found);
  return found;
});

/** An empty project with nothing but the packed client. */
const installed = new Lazy(async () => {
  const project = join(folder, 'project');
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), JSON.stringify({ type: 'module', private: true }));
  const file = join(folder, (await packed.get()).filename);
  await npm(['install', '--offline', '--no-audit', '--no-fund', '--prefix', project, file]);
  return project;
});

/** The guide imports from the whole package. */
function alone(code: string): string {
  return code.replaceAll("'lectern/client'", "'lectern-client'");
}

describe('the client as a package of its own', () => {
  const server = testServer(UNIVERSITY);

  it('has the modules, their types, a licence and a few words, and is small', async () => {
    const { name, size, files } = await packed.get();
    const modules = ['client', 'lectern', 'lectern-error', 'openapi-types', 'requests'];
    const expected = [
      'LICENSE',
      'README.md',
      'package.json',
      ...modules.flatMap((one) => [`${one}.js`, `${one}.d.ts`]),
    ];
    assert.deepEqual([name, files.map(({ path }) => path).sort()], ['lectern-client', expected.sort()]);
    assert.ok(size < 40_000, String(size));
  });

  it('is installed into an empty project, where a program compiles in strict mode and runs', async () => {
    const project = await installed.get();
    // The program prints, and reads its arguments.
    mkdirSync(join(project, 'node_modules', '@types'));
    for (const name of ['@types/node', 'undici-types'])
      symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name));
    const guide = 'docs/how-to/use-the-client.md';
    writeFileSync(join(project, 'talks.ts'), alone(codeInGuide('Search, and read what you find', 'ts', guide)));
    writeFileSync(join(project, 'copy.ts'), alone(codeInGuide('Keep a copy', 'ts', guide)));
    writeFileSync(
      join(project, 'wrong.ts'),
      "import { Lectern } from 'lectern-client';\nvoid new Lectern('').talk(7);\n",
    );
    const compilerOptions = {
      ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipDefaultLibCheck: true },
      ...{ target: 'es2022', module: 'nodenext', lib: ['es2023'], types: ['node'] },
    };
    const compiled = async (files: readonly string[]): Promise<string> => {
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      return (await compile(project)).output;
    };
    assert.equal(await compiled(['talks.ts', 'copy.ts']), '');
    assert.match(await compiled(['wrong.ts']), /^wrong\.ts\(2,\d+\): error TS2345/);
    const base = `http://127.0.0.1:${(await server.started()).port}`;
    const talks = await run(process.execPath, ['talks.ts', base, '2015-10-05', GARDEN], project);
    assert.match(talks.output, /^2015-10-06T10:00:00Z Moss .* Glass House\nTalks: 3\n/);
    const copy = await run(process.execPath, ['copy.ts', base], project);
    assert.deepEqual([copy.status, copy.output], [0, '5 talks\n5 talks\n']);
  });
});

import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { it } from 'node:test';
import { packed } from './packed.ts';

const MEBIBYTE = 1_048_576;

it('the npm package contains the program, its deployment files and how-to guides in less than 1 MiB', async () => {
  const { size, files } = await packed.get();
  const sources = globSync('src/**/*.*').filter((path) => !path.endsWith('.d.ts'));
  const built = sources.map((path) => path.replace(/^src/, 'dist').replace(/\.ts$/, '.js'));
  const others = files.map(({ path }) => path).filter((path) => !path.startsWith('dist/'));
  const program = files.map(({ path }) => path).filter((path) => path.startsWith('dist/'));
  const types = globSync('src/client/*.ts').map((path) => path.replace(/^src/, 'dist').replace(/\.ts$/, '.d.ts'));
  assert.deepEqual(program.toSorted(), [...built, ...types, 'dist/package.json'].toSorted());
  const unexpected = others.filter((path) => !/^(deploy\/|docs\/how-to\/.+\.md$|docs\/runbook\.md$|[^/]+$)/.test(path));
  assert.deepEqual(unexpected, []);
  assert.deepEqual(others.filter((path) => !path.includes('/')).toSorted(), [
    'LICENSE',
    'NOTICE',
    'README.md',
    'package.json',
  ]);
  assert.ok(size < MEBIBYTE, `${String(size)} bytes`);
});

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { checkout } from '../support/process/checkout.ts';
import { serveLectern } from '../support/process/lectern-process.ts';

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

describe('a checkout installed without development dependencies', () => {
  it('builds, runs as npx lectern, and serves', async () => {
    // For the build, this is the same as after `npm ci --omit=dev`.
    const folder = checkout(
      ['src', 'package.json', 'prepare.mjs', 'tsconfig.build.json'],
      (name) => name === 'typescript',
    );
    const npm = (...args: readonly string[]): string => execFileSync('npm', args, { cwd: folder, encoding: 'utf8' });
    assert.match(npm('run', 'prepare'), /Built dist\/ from \d+ files, without the compiler/);
    const built = filesIn(join(folder, 'dist'));
    const expected = filesIn('src').map((name) => name.replace(/\.ts$/, '.js'));
    assert.deepEqual([...built].sort(), [...expected, 'package.json'].sort());
    for (const name of built)
      assert.doesNotMatch(readFileSync(join(folder, 'dist', name), 'utf8'), /(?:from|import\() ?'\.[^']*\.ts'/, name);

    assert.match(npm('exec', '--offline', '--', 'lectern', '--version'), /^\d+\.\d+\.\d+\n$/);
    const database = `sqlite:${join(folder, 'talks.db')}`;
    const program = join(folder, 'dist/cli/main.js');
    const serving = await serveLectern(database, ['--create', '--workers', '2'], { program });
    try {
      const statuses = await Promise.all(
        ['/', '/search', '/help', '/openapi.json', '/api/talks/search?from=today'].map(
          async (path) => (await serving.ask(path)).status,
        ),
      );
      assert.deepEqual(statuses, [200, 200, 200, 200, 200]);
    } finally {
      await serving.kill();
    }
  });
});

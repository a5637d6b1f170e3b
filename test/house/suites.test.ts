import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, it } from 'node:test';
import { POSTGRES_VERSIONS } from '../support/postgres/programs.ts';

/** The files of `npm run test:system`, each in its own process. */
const SYSTEM = 'test/{browser,{deploy,failure,heavy}/**}/*.test.ts';
/** One of them, which loads further files. */
const IN_ONE_BROWSER = 'test/browser/one-browser.test.ts';

/** The test files that a suite loads: by patterns, or by importing them. */
function filesOf(suite: string): readonly string[] {
  const named = readFileSync(suite, 'utf8').matchAll(/'(?:test|\.\.\/\.\.)(\/[^']+\.test\.ts)'/g);
  const patterns = [...named].map(([, pattern = '']) => `test${pattern}`);
  return patterns.flatMap((pattern) => {
    const files = globSync(pattern);
    assert.ok(files.length > 0, `${suite}: ${pattern}`);
    return files;
  });
}

/** Suites that run again on PostgreSQL. */
const POSTGRES = globSync('test/suites/*/*-on-postgres.ts');

describe('the suites of “npm test” and “npm run test:system”', () => {
  it('together run every test file once', () => {
    const suites = globSync('test/suites/*/*.ts').filter((suite) => !POSTGRES.includes(suite));
    const run = [...[...suites, IN_ONE_BROWSER].flatMap(filesOf), ...globSync(SYSTEM)];
    assert.deepEqual(run.toSorted(), globSync('test/**/*.test.ts').toSorted());
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    assert.ok(scripts.test?.endsWith(' test/suites/*/*.ts'), scripts.test);
    assert.ok(scripts['test:system']?.endsWith(` "${SYSTEM}"`), scripts['test:system']);
  });

  it('run every test of the npm package', () => {
    const imported = [...readFileSync('test/deploy/package.test.ts', 'utf8').matchAll(/'\.\/package\/([^']+)'/g)];
    const files = globSync('test/deploy/package/*.ts').map((file) => basename(file));
    assert.deepEqual(
      imported.map(([, file]) => file).toSorted(),
      files.filter((file) => file !== 'packed.ts').toSorted(),
    );
  });

  it('test the store contract on every supported version of PostgreSQL', () => {
    const versions = globSync('test/{heavy,store}/postgres-*.test.ts').flatMap(
      (file) => /postgres-(\d+)\.test\.ts$/.exec(file)?.[1] ?? [],
    );
    assert.deepEqual(versions.map(Number).toSorted(), [...POSTGRES_VERSIONS]);
  });

  it('run no tests on PostgreSQL that use SQLite explicitly', () => {
    const choosing = POSTGRES.flatMap(filesOf).filter((file) =>
      /sqlite:\$\{|better-sqlite3/.test(readFileSync(file, 'utf8')),
    );
    assert.ok(POSTGRES.length > 0);
    assert.deepEqual(choosing, []);
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

it('package-lock.json has every dependency of its packages, also for other systems, as npm ci requires', () => {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };

  /** Whether Node finds a package from a path, in its folder or in one further up. */
  function isFound(name: string, path: string): boolean {
    if (packages[`${path === '' ? '' : `${path}/`}node_modules/${name}`] !== undefined) return true;
    return path !== '' && isFound(name, path.slice(0, Math.max(0, path.lastIndexOf('node_modules/') - 1)));
  }

  const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !isFound(name, path))
      .map((name) => `${path} needs ${name}`),
  );
  assert.deepEqual(missing, []);
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../../support/folder.ts';
import { Lazy } from '../../support/lazy.ts';
import { npm } from '../../support/process/npm.ts';
import { hasNoRegistry } from '../../support/process/other-node.ts';

/** The output of `npm pack --json` for a package. */
interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

const folder = temporaryFolder();

/** The built package, packed when first needed, and the path of its file. */
export const packed = new Lazy(async () => {
  const printed = await npm(['pack', '--ignore-scripts', '--json', '--pack-destination', folder]);
  // Depending on npm's version, this is an array or an object with one entry per package.
  const [found] = Object.values(JSON.parse(printed) as Readonly<Record<string, Packed>>);
  assert.ok(found);
  return { ...found, file: join(folder, found.filename) };
});

/** What it resolves to. If the package registry cannot be reached, skips the test and returns undefined. */
export async function unlessUnreachable<T>(t: TestContext, installed: Promise<T>): Promise<T | undefined> {
  try {
    return await installed;
  } catch (error) {
    if (!hasNoRegistry(error)) throw error;
    t.skip('the package registry cannot be reached');
    return undefined;
  }
}

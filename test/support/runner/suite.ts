import { globSync } from 'node:fs';
import { createRequire, enableCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { describe } from 'node:test';
import { runsSources } from './sources.ts';
import { leavePromisesUntracked } from './untracked-promises.ts';

const load = createRequire(import.meta.url);

/**
 * Loads test files into this process, which runs their tests one after the other: a process per file would spend most
 * of its time starting up. The servers and databases of a file end with its tests, not with the suite: a server looks
 * for changes, and at its event loop, many times a second. Throws ERR_REQUIRE_ASYNC_MODULE for a file with top-level
 * await.
 */
export function suite(...patterns: readonly string[]): void {
  const files = patterns.flatMap((pattern) => globSync(pattern)).sort();
  if (files.length === 0) throw new Error(`no test files match ${patterns.join(', ')}`);
  // In the environment, so that threads and child processes inherit them.
  Object.assign(process.env, runsSources());
  const { NODE_COMPILE_CACHE } = process.env;
  if (NODE_COMPILE_CACHE !== undefined) enableCompileCache(NODE_COMPILE_CACHE);
  leavePromisesUntracked();
  for (const file of files) describe(file, () => void load(resolve(file)));
}

import { globSync } from 'node:fs';
import { createRequire, enableCompileCache } from 'node:module';
import { resolve } from 'node:path';
import { runsSources } from './sources.ts';

const load = createRequire(import.meta.url);

/**
 * Loads test files into this process, where their tests run one after the other: a process per file would spend most of
 * its time on starting. A file with a top-level await is refused (ERR_REQUIRE_ASYNC_MODULE).
 */
export function suite(...patterns: readonly string[]): void {
  const files = patterns.flatMap((pattern) => globSync(pattern)).sort();
  if (files.length === 0) throw new Error(`there are no test files ${patterns.join(', ')}`);
  // For threads too, and for programs that inherit the environment.
  Object.assign(process.env, runsSources());
  const { NODE_COMPILE_CACHE } = process.env;
  if (NODE_COMPILE_CACHE !== undefined) enableCompileCache(NODE_COMPILE_CACHE);
  for (const file of files) load(resolve(file));
}

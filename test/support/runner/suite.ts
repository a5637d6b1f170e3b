import { globSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';

const load = createRequire(import.meta.url);

/**
 * Loads test files into this process, where their tests run one after the other: a process for each file would spend most of
 * its time on starting. A file that awaits something while it is loaded is refused (ERR_REQUIRE_ASYNC_MODULE).
 */
export function suite(...patterns: readonly string[]): void {
  const files = patterns.flatMap((pattern) => globSync(pattern)).sort();
  if (files.length === 0) throw new Error(`there are no test files ${patterns.join(', ')}`);
  for (const file of files) load(resolve(file));
}

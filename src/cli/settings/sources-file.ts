import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SourcesFile, SourcesFileGiven, SourcesFileResult } from '#harvest/sync/sources-file.ts';
import { readingProblem } from '#sources/reading-problem.ts';
import type { Host } from '../host.ts';
import { problemReport } from '../reports/report.ts';
import { refuseSpecialFile } from './special-file.ts';

/**
 * The parsed sources file of these settings; undefined if it is not valid, with the problems on
 * standard error.
 */
export async function sourcesFileAt(
  { sources: path, config }: SourcesPlace,
  { environment, stderr }: Pick<SourcesFileGiven, 'environment'> & Pick<Host, 'stderr'>,
): Promise<SourcesFile | undefined> {
  const settings = config !== null && resolve(config) === resolve(path) ? await configKeys() : new Set<string>();
  const read = await readSources(path, environment, settings);
  if (read.ok) return read.file;
  stderr.write(problemReport(read.problems, 0));
  return undefined;
}

interface SourcesPlace {
  readonly sources: string;
  readonly config: string | null;
}

/** Keys of a configuration file other than its list of sources. */
async function configKeys(): Promise<ReadonlySet<string>> {
  const { CONFIG_KEYS } = await import('./config-file.ts');
  return new Set([...CONFIG_KEYS.keys()].filter((key) => key !== 'sources'));
}

/** Paths in it are relative to the file. */
async function readSources(
  path: string,
  environment: SourcesFileGiven['environment'],
  settings: ReadonlySet<string>,
): Promise<SourcesFileResult> {
  const { readSourcesFile } = await import('#harvest/sync/sources-file.ts');
  const whole = resolve(path);
  let text: string;
  try {
    await refuseSpecialFile(whole);
    text = await readFile(whole, 'utf8');
  } catch (error) {
    return { ok: false, problems: [readingProblem(error, path, 0)] };
  }
  const read = readSourcesFile({ path: whole, text, environment, settings });
  if (read.ok) return read;
  return { ok: false, problems: read.problems.map((problem) => ({ ...problem, file: path })) };
}

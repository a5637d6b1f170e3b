import type { Verb } from './verb.ts';

/** Every verb, in the order of the help. Loading all of them takes twice as long as loading one. */
const LOADERS: ReadonlyMap<string, () => Promise<Verb>> = new Map([
  ['serve', async () => (await import('./serve.ts')).serveVerb],
  ['import', async () => (await import('./import.ts')).importVerb],
  ['sync', async () => (await import('./sync.ts')).syncVerb],
  ['sources', async () => (await import('./sources.ts')).sourcesVerb],
  ['hide', async () => (await import('./hide.ts')).hideVerb],
  ['cancel', async () => (await import('./cancel.ts')).cancelVerb],
  ['edit', async () => (await import('./edit.ts')).editVerb],
  ['feature', async () => (await import('./feature.ts')).featureVerb],
  ['corrections', async () => (await import('./corrections.ts')).correctionsVerb],
  ['forget', async () => (await import('./forget.ts')).forgetVerb],
  ['export', async () => (await import('./export.ts')).exportVerb],
  ['check', async () => (await import('./check.ts')).checkVerb],
  ['preview', async () => (await import('./preview.ts')).previewVerb],
  ['duplicates', async () => (await import('./duplicates.ts')).duplicatesVerb],
  ['same', async () => (await import('./same.ts')).sameVerb],
  ['backup', async () => (await import('./backup.ts')).backupVerb],
  ['restore', async () => (await import('./restore.ts')).restoreVerb],
  ['copy', async () => (await import('./copy.ts')).copyVerb],
  ['migrate', async () => (await import('./migrate.ts')).migrateVerb],
  ['doctor', async () => (await import('./doctor.ts')).doctorVerb],
  ['config', async () => (await import('./config.ts')).configVerb],
  ['digest', async () => (await import('./digest.ts')).digestVerb],
  ['sample', async () => (await import('./sample.ts')).sampleVerb],
  ['mcp', async () => (await import('./mcp.ts')).mcpVerb],
  ['template', async () => (await import('./template.ts')).templateVerb],
]);

/** A test holds `docs/reference/command-line.md` to a section for each. */
export async function allVerbs(): Promise<readonly Verb[]> {
  return Promise.all([...LOADERS.values()].map((load) => load()));
}

/** The verbs that a command line can refer to: the one it begins with, or all for general help and for suggestions. */
export async function verbsFor([first = '']: readonly string[]): Promise<readonly Verb[]> {
  const load = LOADERS.get(first);
  return load === undefined ? allVerbs() : [await load()];
}

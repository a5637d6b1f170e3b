import type { Damage } from '../damage.ts';
import { damageIn, lostIn, lostPart, unlessLost } from '../damage-scan.ts';
import type { Reader } from '../sql.ts';

/** The most findings of SQLite itself that are reported. */
const MAX_FINDINGS = 100;

/**
 * All damage: first what SQLite finds in its file, then every damaged record. Yields undefined now and then, as a
 * pause.
 */
export async function* damageInFile(reader: Reader): AsyncGenerator<Damage | undefined, void, undefined> {
  yield* fileDamage(reader, 'file', String(MAX_FINDINGS));
  yield* damageIn(reader);
}

/** The damage that a quick look finds, without reading records. Yields undefined now and then, as a pause. */
export async function* damageAtAGlance(reader: Reader): AsyncGenerator<Damage | undefined, void, undefined> {
  const text = "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0";
  for (const { name } of await reader.ask<{ name: string }>(text)) {
    yield* fileDamage(reader, `table ${name}`, `'${name}'`);
    yield undefined;
  }
  yield* lostIn(reader);
}

/** @param extent a table to check; or the most findings to report, to check the whole file */
function fileDamage(reader: Reader, what: string, extent: string): AsyncGenerator<Damage | undefined, void, undefined> {
  return unlessLost(reader, what, findings(reader, extent));
}

async function* findings({ ask }: Reader, extent: string): AsyncGenerator<Damage, void, undefined> {
  for (const { quick_check: finding } of await ask<{ quick_check: string }>(`PRAGMA quick_check(${extent})`))
    if (finding !== 'ok') yield lostPart(finding.replace(/\.?\s*$/, '.'));
}

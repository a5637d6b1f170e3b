import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CopyReader } from '#replica/copy-reader.ts';
import { CopyWriter } from '#replica/copy-writer.ts';
import { readText } from '#search/query/text-query.ts';
import type { Store, TermMatches, TextTerm } from '#store/store.ts';

const PROGRAM = 'test';

/** The copy of each store, which every search brings up to date. */
const copies = new WeakMap<Store, string>();
const folder = mkdtempSync(join(tmpdir(), 'lectern-copies-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

/** The matches of each term, as the read copy of a store finds them. */
export async function termsIn(store: Store, terms: readonly TextTerm[]): Promise<readonly TermMatches[]> {
  const reader = await copied(store);
  try {
    return reader.text.find(terms, Infinity);
  } finally {
    reader.close();
  }
}

async function copied(store: Store): Promise<CopyReader> {
  const before = copies.get(store);
  const file = before ?? newFile();
  const writer = before === undefined ? CopyWriter.create(file, PROGRAM) : CopyWriter.open(file, PROGRAM);
  const changes = await store.changes(before === undefined ? null : writer.state, undefined, true);
  try {
    await writer.apply(changes, []);
    while (!(await writer.addWords()));
    const { serial } = writer.state;
    if (before === undefined) writer.finish();
    else writer.close();
    copies.set(store, file);
    const reader = CopyReader.open(file, PROGRAM, serial);
    if (reader === undefined) throw new Error('the copy is in another state');
    return reader;
  } finally {
    changes.close();
  }
}

let files = 0;

function newFile(): string {
  const file = join(folder, `${String((files += 1))}.db`);
  writeFileSync(file, '');
  return file;
}

/** The matches of each term of a search text; empty if it has no terms. */
export async function matchesOf(store: Store, typed: string): Promise<readonly TermMatches[]> {
  const text = readText(typed);
  return text === undefined || text === 'nothing' ? [] : termsIn(store, text.terms);
}

/** Numbers of the talks whose own text contains all terms. */
export async function talksWithText(store: Store, typed: string): Promise<number[]> {
  const [first, ...others] = (await matchesOf(store, typed)).map(({ text }) => [...text.begun]);
  return (first ?? []).filter((number) => others.every((numbers) => numbers.includes(number)));
}

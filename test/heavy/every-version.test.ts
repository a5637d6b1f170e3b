import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { ADA, anyEdit, BOTANY, PLANTS, recordsOf, SEARCH, TALKS } from '../http/changed-talks.ts';
import { startTestServer, testServer, type AskableServer } from '../support/http/server.ts';

const FORMATS = ['application/json', 'application/xml', 'text/html'];
const PATHS = [
  ...[...TALKS.map((slug) => `/api/talks/${slug}`), SEARCH, `${SEARCH}&q=mosses&count=2`].flatMap((path) =>
    FORMATS.map((accept) => ({ path, accept })),
  ),
  ...['ics', 'csv', 'atom', 'jscal.json'].map((suffix) => ({
    path: SEARCH.replace('?', `.${suffix}?`),
    accept: '*/*',
  })),
  ...[`/talks/id/${TALKS[0] ?? ''}/`, `/talks/series/id/${PLANTS}`, `/talks/persons/id/${ADA}`].map((path) => ({
    path,
    accept: 'text/html',
  })),
  { path: `/search?from=2026-01-01&organising_department=${BOTANY}`, accept: 'text/html' },
];

type Asked = (typeof PATHS)[number];

/** What is sent, but for what differs from one request to the next. */
async function answer(server: AskableServer, { path, accept }: Asked): Promise<string> {
  const { status, headers, body } = await server.ask(path, { headers: { accept } });
  return `${String(status)} ${headers.etag ?? ''}\n${body.toString('latin1')}`;
}

const server = testServer([]);
let versions = 0;

/** The answers of a server that starts now, so that it has rendered nothing before. */
async function answersOfAnother(): Promise<readonly string[]> {
  const { address, folder } = (await server.started()).database;
  versions += 1;
  const cacheFolder = join(folder, `version-${String(versions)}`);
  await mkdir(cacheFolder);
  const other = await startTestServer([], { cacheFolder }, { address, folder, remove: async () => undefined });
  try {
    const answers: string[] = [];
    for (const asked of PATHS) answers.push(await answer(other, asked));
    return answers;
  } finally {
    await other.close();
  }
}

describe('a server that goes on while catalogues are imported', () => {
  it('sends at every version what one sends that has just started, byte for byte, and meanwhile nothing else', async () => {
    const property = fc.asyncProperty(fc.array(anyEdit, { minLength: 2, maxLength: 4 }), async (edits) => {
      let before = await answersOfAnother();
      for (const edit of edits) {
        const seen: { readonly at: number; readonly text: string }[] = [];
        const imported = new AbortController();
        const importing = server.import(recordsOf(edit), { replace: edit.replace }).finally(() => {
          imported.abort();
        });
        for (let n = 0; !imported.signal.aborted; n += 1) {
          const at = (n * 7) % PATHS.length;
          seen.push({ at, text: await answer(server, PATHS[at] ?? assert.fail()) });
        }
        await importing;
        const after = await answersOfAnother();
        for (const [at, asked] of PATHS.entries())
          assert.equal(await answer(server, asked), after[at], `${asked.path} as ${asked.accept}`);
        for (const { at, text } of seen)
          assert.ok(text === before[at] || text === after[at], `${PATHS[at]?.path ?? ''}: ${text}`);
        before = after;
      }
    });
    await fc.assert(property, { numRuns: 3, endOnFailure: true });
  });
});

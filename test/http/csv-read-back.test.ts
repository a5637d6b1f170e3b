import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCsv } from '#sources/table/csv.ts';
import { sourceFormatOf } from '#sources/source-formats.ts';
import { decoded } from '../support/http/http-answer.ts';
import { listAt, textAt } from '../support/json-value.ts';
import { readSource } from '../support/sources/read-source.ts';
import { universityServer } from '../support/http/server.ts';

const server = universityServer();

/** The names of the people that a talk embeds under a relation. */
function namesAt(talk: unknown, relation: string): string[] {
  return listAt(talk, '_embedded', relation).map((person) => textAt(person, 'name'));
}

describe('the CSV of a search', () => {
  it('parses back into the talks that the search finds', async () => {
    const query = 'from=2015-01-01';
    const bytes = decoded(await server.ask(`/api/talks/search.csv?${query}`));
    assert.equal(sourceFormatOf(bytes.subarray(3).toString())?.name, 'csv');
    const { talks, problems } = await readSource(readCsv, bytes);
    assert.deepEqual(problems, []);
    const found = listAt(await server.read(`/api/talks/search?${query}`), '_embedded', 'talks');
    assert.ok(found.length > 3);
    assert.deepEqual(
      talks.map(({ slug, title, start, end, status, description, speakers }) => ({
        slug,
        title,
        start,
        end,
        status,
        description,
        speakers: speakers.map(({ name }) => name),
      })),
      found.map((talk) => ({
        slug: textAt(talk, '_links', 'self', 'href').split('/').at(-1),
        title: textAt(talk, 'title'),
        start: textAt(talk, 'start'),
        end: textAt(talk, 'end'),
        status: textAt(talk, 'status'),
        // A table has the text of a description.
        description: textAt(talk, 'description')
          .replaceAll('\r\n', '\n')
          .replace(/<\/?em>/g, ''),
        speakers: namesAt(talk, 'speakers'),
      })),
    );
  });
});

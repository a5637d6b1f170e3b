import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { Identity } from '#harvest/provenance/identity.ts';
import { RecordsOfTalks } from '#harvest/reading/records-of-talks.ts';
import { jsonLd } from '#representations/linked-data/json-ld.ts';
import { readSchemaOrg } from '#sources/schema-org/schema-org.ts';
import { talkPage } from '#pages/talk.ts';
import { hostileTalk } from '../../support/hostile/hostile-text.ts';
import { isMembers } from '../../support/json-value.ts';
import { RUNS } from '../../support/property-runs.ts';
import { publication } from '../../support/catalogue/publication.ts';
import { readSource } from '../../support/sources/read-source.ts';
import { talkContent } from '../../support/render/talk-content.ts';
import { bareTalk, richTalk } from '../../support/catalogue/talk-details.ts';
import { view } from '../../support/render/view.ts';

describe('Lectern’s own talk page', () => {
  for (const details of [richTalk, bareTalk]) {
    it(`is read back to the same talk: ${details.talk.title}`, async () => {
      const { talks, problems } = await readSource(readSchemaOrg, talkPage(talkContent(details), view));
      assert.deepEqual(problems, []);
      const [talk] = talks;
      assert.ok(talk !== undefined && talks.length === 1, `${talks.length} talks`);
      const records = new RecordsOfTalks(new Identity('own'), { department: null, topics: [] });
      const made = records.take(talk, 'page');
      assert.ok('record' in made);
      const { slug, title, start, end, status, series, topics, speakers, onlineUrl, cost, audience, bookingUrl } =
        details.talk;
      const { record } = made;
      assert.deepEqual(
        Object.fromEntries(Object.keys(RETURNED).map((field) => [field, record[field as keyof typeof RETURNED]])),
        { slug, title, start, end, status, series, topics, speakers, onlineUrl, cost, audience, bookingUrl },
      );
      assert.deepEqual(talk.department?.name, details.organisingDepartment?.name);
      assert.ok(record.description.includes(details.talk.description));
    });
  }
});

describe('a talk in Lectern’s own JSON-LD', () => {
  it('is read back unchanged, for arbitrary texts', async () => {
    const list = jsonLd(publication, { cancelled: 'status', alarm: null });
    await fc.assert(
      fc.asyncProperty(hostileTalk, async (details) => {
        const json = list.entry(details).toString();
        const written: unknown = JSON.parse(json);
        assert.ok(isMembers(written) && typeof written.name === 'string');
        // Titles lose markup, and one such as “…” says that there is none yet.
        const isPlain = !/[<&\v\f]/u.test(written.name);
        const title = isPlain && /[^\p{P}\s]/u.test(written.name) ? written.name : '';
        const page = `<script type="application/ld+json">{"@context":"https://schema.org","@graph":[${json}]}</script>`;
        for (const content of [`<!DOCTYPE html>${page}`, json]) {
          const { talks, problems } = await readSource(readSchemaOrg, content);
          assert.deepEqual(
            [problems, talks.map((talk) => [talk.slug, talk.start, talk.end, isPlain ? talk.title : ''])],
            [[], [[details.talk.slug, details.talk.start, details.talk.end, title]]],
          );
          assert.deepEqual(
            talks[0]?.speakers.map(({ slug }) => slug),
            details.speakers.map(({ slug }) => slug),
          );
        }
      }),
      { numRuns: RUNS.usual },
    );
  });
});

/** The fields that a page keeps unchanged. */
const RETURNED = {
  slug: 1,
  title: 1,
  start: 1,
  end: 1,
  status: 1,
  series: 1,
  topics: 1,
  speakers: 1,
  onlineUrl: 1,
  cost: 1,
  audience: 1,
  bookingUrl: 1,
};

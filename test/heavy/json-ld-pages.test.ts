import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Place } from '#catalogue/place.ts';
import {
  collectionDocument,
  personDocument,
  placeDocument,
  seriesDocument,
  siteDocument,
  talkDocument,
  topicDocument,
} from '#representations/linked-data/json-ld.ts';
import { cancelledTalk, movedTalk, plainTalk } from '../support/render/feed-documents.ts';
import { hostileFeedTalk, hostileFeedText } from '../support/hostile/hostile-feed.ts';
import { valueAt } from '../support/json-value.ts';
import { RUNS } from '../support/property-runs.ts';
import { publication } from '../support/catalogue/publication.ts';
import { expanded, vocabularyFaults } from '../support/sources/schema-org.ts';
import { collection, series } from '../support/catalogue/talk-details.ts';

const venue: Place = {
  type: 'place',
  id: 'place:1001',
  kind: 'venue',
  name: 'Glass House',
  address: '1 Garden Lane',
  parent: 'place:1000',
  latitude: 51.75,
  longitude: -1.25,
  accessibility: '',
};
const department: Place = {
  ...venue,
  id: 'place:2001',
  kind: 'organisation',
  name: 'Botany',
  latitude: null,
  longitude: null,
};
const above = [
  { key: 'place:1', name: 'University' },
  { key: 'place:1000', name: 'Gardens' },
];
const person = movedTalk.speakers[0] ?? assert.fail('the talk has no speaker');
const topic = { type: 'topic', uri: 'http://topics.example.org/moss', label: 'Moss' } as const;

/** Every kind of document, with these talks and with `text` in every free-text field. */
function all(talks: readonly (typeof movedTalk)[], text: string): { type: string; json: string }[] {
  return [
    ...talks.map((details) => ({ type: 'Event', json: talkDocument(publication, details, undefined) })),
    {
      type: 'EventSeries',
      json: seriesDocument(publication, { ...series, title: text, description: text, webAddress: text }),
    },
    {
      type: 'CollectionPage',
      json: collectionDocument(publication, { ...collection, title: text, description: text }),
    },
    {
      type: 'ProfilePage',
      json: personDocument(publication, { ...person, name: text, bio: text, webAddress: text }),
    },
    {
      type: 'Place',
      json: placeDocument(publication, { ...venue, name: text, address: text, above: [] }, [
        { key: 'place:1', name: text },
      ]),
    },
    {
      type: 'Organization',
      json: placeDocument(publication, { ...department, name: text, address: text, above: [] }, above),
    },
    { type: 'CollectionPage', json: topicDocument(publication, { ...topic, label: text }) },
    { type: 'WebSite', json: siteDocument(publication, text) },
  ];
}

describe('the JSON-LD of pages', () => {
  it('describes a moved talk with its previous start and its image', () => {
    const picture = 'https://talks.example.org/picture.png';
    const document: unknown = JSON.parse(talkDocument(publication, movedTalk, picture));
    assert.equal(valueAt(document, '@context'), 'https://schema.org');
    assert.equal(valueAt(document, '@type'), 'Event');
    assert.equal(valueAt(document, 'previousStartDate'), '2015-09-29T11:00:00+01:00');
    assert.equal(valueAt(document, 'image'), picture);
  });

  it('describes a series under the @id that its talks have as superEvent', () => {
    const document: unknown = JSON.parse(seriesDocument(publication, series));
    assert.equal(valueAt(document, '@type'), 'EventSeries');
    assert.equal(
      valueAt(document, '@id'),
      valueAt(JSON.parse(talkDocument(publication, movedTalk, undefined)), 'superEvent', '@id'),
    );
  });

  it('describes a venue with its coordinates and the place that contains it', () => {
    const place: unknown = JSON.parse(placeDocument(publication, { ...venue, above: [] }, above));
    assert.deepEqual(valueAt(place, 'containedInPlace'), {
      '@type': 'Place',
      '@id': 'https://talks.example.org/talks/venues/id/place:1000',
      name: 'Gardens',
    });
    assert.deepEqual(valueAt(place, 'geo'), { '@type': 'GeoCoordinates', latitude: 51.75, longitude: -1.25 });
    const organisation: unknown = JSON.parse(placeDocument(publication, { ...department, above: [] }, []));
    assert.deepEqual(
      [valueAt(organisation, '@type'), valueAt(organisation, 'parentOrganization')],
      ['Organization', undefined],
    );
  });

  it('never contains e-mail addresses of people', () => {
    assert.ok(!all([movedTalk], 'x').some(({ json }) => json.includes('private.example.org')));
  });

  it('is valid in the schema.org vocabulary for any text', () => {
    const samples = fc.sample(fc.tuple(fc.array(hostileFeedTalk, { maxLength: 2 }), hostileFeedText), {
      numRuns: 8,
    });
    const documents = [
      ...all([movedTalk, cancelledTalk, plainTalk], 'Moss'),
      ...samples.flatMap(([talks, text]) => all(talks, text)),
    ];
    assert.deepEqual(vocabularyFaults(documents), []);
  });

  it('is validated by a helper that detects wrong types, properties and values', () => {
    const json = talkDocument(publication, movedTalk, undefined);
    const wrong = [
      json.replace('"startDate"', '"startsOn"'),
      json.replace('EventRescheduled', 'EventMoved'),
      json.replace('"@type":"VirtualLocation"', '"@type":"Nowhere"'),
      json.replace('"organizer":[', '"organizer":[5,'),
    ];
    assert.equal(vocabularyFaults(wrong.map((one) => ({ type: 'Event', json: one }))).length, wrong.length);
  });

  it('keeps all properties in a JSON-LD processor for any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(hostileFeedTalk, { maxLength: 2 }), hostileFeedText, async (talks, text) => {
        for (const { json } of all(talks, text)) {
          assert.doesNotMatch(json, /[<>&\u2028\u2029]/);
          const [node] = (await expanded(json)) as unknown[];
          const keys = Object.keys(node as object);
          assert.deepEqual(
            keys.filter((key) => !key.startsWith('@') && !key.startsWith('https://schema.org/')),
            [],
          );
          assert.equal(keys.length, Object.keys(JSON.parse(json) as object).length - 1);
        }
      }),
      { numRuns: RUNS.slow },
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { json } from '#representations/json/json.ts';
import { publication } from '../support/catalogue/publication.ts';

const plain = json(publication);

function parsed(bytes: Buffer): unknown {
  const value: unknown = JSON.parse(bytes.toString());
  return value;
}

describe('the entry point', () => {
  it('links to every endpoint and page', () => {
    const search =
      '{?from,to,ongoing,q,speaker*,host*,series*,venue*,subvenues,organising_department*,subdepartments,topic*,talk*,collection*,' +
      'without_speaker*,without_series*,without_venue*,without_organising_department*,without_topic*,' +
      'status*,attendance*,has*,missing*,audience*,free,booking_required,evening,order,count,page,facets*,fields*,updated_since,cancelled,alarm,dates,strict,format}';
    const nameList = '{?q,letter,count,page,strict}';
    const templated = true;
    assert.deepEqual(parsed(plain.entryPoint()), {
      _links: {
        self: { href: '/api' },
        search: { href: `https://talks.example.org/api/talks/search${search}`, templated },
        events_search: { href: `https://talks.example.org/api/events/search${search}`, templated },
        talk: { href: '/api/talks/{id}', templated },
        talk_ics: { href: '/api/talks/{id}.ics', templated },
        series: { href: '/api/series/{id}{?from,to,ongoing,fields*,cancelled,alarm,dates,strict,format}', templated },
        collection: {
          href: '/api/collections/id/{id}{?from,to,ongoing,fields*,cancelled,alarm,dates,strict,format}',
          templated,
        },
        person: { href: '/api/person/{id}{?from,to,ongoing,fields*,cancelled,alarm,dates,strict,format}', templated },
        department: {
          href: '/api/departments/{id}{?from,to,ongoing,count,page,fields*,cancelled,alarm,dates,strict,format}',
          templated,
        },
        venue: {
          href: '/api/venues/{id}{?from,to,ongoing,count,page,fields*,cancelled,alarm,dates,strict,format}',
          templated,
        },
        topic: {
          href: '/api/topics{?from,to,ongoing,uri,count,page,fields*,cancelled,alarm,dates,strict,format}',
          templated,
        },
        suggest: { href: '/api/suggest{?q,count,kind*,strict}', templated },
        people: { href: `/api/people${nameList}`, templated },
        all_series: { href: `/api/series${nameList}`, templated },
        collections: { href: `/api/collections${nameList}`, templated },
        topics: { href: `/api/topics${nameList}`, templated },
        places: { href: '/api/places{?q,role,under,depth,count,page,strict}', templated },
        talk_page: { href: '/talks/id/{id}/', templated },
        series_page: { href: '/talks/series/id/{id}', templated },
        collection_page: { href: '/user/lists/id/{id}/', templated },
        person_page: { href: '/talks/persons/id/{id}', templated },
        'service-desc': { href: '/openapi.json' },
        'service-doc': { href: '/docs/api' },
        home: { href: '/' },
      },
    });
  });
});

describe('a problem document in JSON', () => {
  it('follows RFC 9457, with an entry in errors for each malformed parameter', () => {
    const problem = {
      type: 'https://talks.example.org/docs/api#bad-request',
      title: 'The request is malformed',
      status: 400,
      detail: 'These parameters are malformed: from',
      errors: [{ parameter: 'from', detail: 'it is missing' }],
    };
    assert.deepEqual(parsed(plain.problem(problem)), problem);
  });
});

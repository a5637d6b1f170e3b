import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { json } from '#representations/json/json.ts';
import { assemble } from '#representations/representation.ts';
import { withoutForbidden } from '#representations/json/xml-text.ts';
import { xml } from '#representations/json/hal-xml.ts';
import { publication } from '../support/catalogue/publication.ts';
import { hostileTalk, hostileText } from '../support/hostile/hostile-text.ts';
import { RUNS } from '../support/property-runs.ts';
import { bareTalk, collection, recordedTalk, richTalk, series } from '../support/catalogue/talk-details.ts';
import { elementOf, type XmlElement } from '../support/sources/xml-element.ts';

const inXml = xml(publication);
const inJson = json(publication);

/** A JSON value in XML: the rule of docs/reference/http.md, independent of the code under test. */
function asElement(name: string, value: unknown): XmlElement {
  const element = { name, text: '', children: [] };
  if (value === null) return element;
  if (typeof value === 'boolean') return { ...element, text: value ? 'True' : 'False' };
  if (Array.isArray(value)) return { ...element, children: value.map((one) => asElement('list-item', one)) };
  if (typeof value === 'object')
    return { ...element, children: Object.entries(value).map(([key, member]) => asElement(key, member)) };
  return { ...element, text: withoutForbidden(typeof value === 'string' ? value : JSON.stringify(value)) };
}

function jsonAsElement(bytes: Buffer): XmlElement {
  return asElement('root', JSON.parse(bytes.toString()));
}

describe('a talk in XML', () => {
  it('matches the markup of the existing service', () => {
    const document = assemble(inXml.talkDocument, [inXml.talk(bareTalk)]).toString();
    assert.equal(
      document,
      '<?xml version="1.0" encoding="utf-8"?>\n<root>' +
        '<_links>' +
        '<self><href>/api/talks/88ba512b-8ac1-4191-a86e-340f8f3fed1d</href></self>' +
        '<talks_page><href>/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/</href></talks_page>' +
        '<ics><href>/api/talks/88ba512b-8ac1-4191-a86e-340f8f3fed1d.ics</href></ics>' +
        '</_links>' +
        '<title>Untold</title><title_display>Untold</title_display>' +
        '<slug>88ba512b-8ac1-4191-a86e-340f8f3fed1d</slug>' +
        '<start>2015-07-31T08:05:00Z</start><end>2015-07-31T08:05:00Z</end><all_day>False</all_day><timezone>Europe/London</timezone>' +
        '<formatted_date>31 July 2015, 9:05</formatted_date><formatted_time>09:05</formatted_time>' +
        '<status>published</status><special_message></special_message><description></description>' +
        '<location_details></location_details><location_summary></location_summary><online_url></online_url><series></series>' +
        '<audience></audience><booking_required></booking_required><booking_url></booking_url>' +
        '<booking_email></booking_email><cost></cost><organiser_email></organiser_email>' +
        '<url>https://talks.example.org/talks/id/88ba512b-8ac1-4191-a86e-340f8f3fed1d/</url>' +
        '<updated>2015-07-01T00:00:00Z</updated>' +
        '<_embedded><speakers></speakers><hosts></hosts><organisers></organisers>' +
        '<various_speakers>False</various_speakers>' +
        '<venue></venue><organising_department></organising_department><topics></topics></_embedded>' +
        '</root>',
    );
  });

  it('has materials as list-item elements if the talk has some', () => {
    const [recording] = recordedTalk.talk.materials;
    const talk = { ...recordedTalk.talk, materials: recording === undefined ? [] : [recording] };
    assert.match(
      inXml.talk({ ...recordedTalk, talk }).toString(),
      /<\/cost><materials><list-item><type>recording<\/type><url>https:\/\/video\.example\.org\/watch\?v=1&amp;t=2<\/url><title>The &lt;whole&gt; talk<\/title><\/list-item><\/materials><organiser_email>/,
    );
  });

  it('has the same content as the JSON for arbitrary text', () => {
    fc.assert(
      fc.property(hostileTalk, (details) => {
        const talk = assemble(inXml.talkDocument, [inXml.talk(details)]);
        assert.deepEqual(elementOf(talk), jsonAsElement(inJson.talk(details)));
      }),
      { numRuns: RUNS.usual },
    );
  });
});

describe('a listing in XML', () => {
  const talks = [bareTalk, richTalk];
  const head = {
    self: 'https://talks.example.org/api/talks/search?from=today&to=plus7',
    next: null,
    prev: null,
    total: 2,
  };

  for (const count of [0, 1, 2]) {
    it(`of ${count} talks has the same content as the JSON`, () => {
      const some = talks.slice(0, count);
      const items = { json: some.map((talk) => inJson.item(talk)), xml: some.map((talk) => inXml.item(talk)) };
      assert.deepEqual(
        elementOf(assemble(inXml.series(series), items.xml)),
        jsonAsElement(assemble(inJson.series(series), items.json)),
      );
      assert.deepEqual(
        elementOf(assemble(inXml.collection(collection), items.xml)),
        jsonAsElement(assemble(inJson.collection(collection), items.json)),
      );
      assert.deepEqual(
        elementOf(assemble(inXml.search(head), items.xml)),
        jsonAsElement(assemble(inJson.search(head), items.json)),
      );
    });
  }

  it('has an empty talks element if it has no talks', () => {
    const document = assemble(inXml.search(head), []).toString();
    assert.ok(document.endsWith('<total>2</total><_embedded><talks></talks></_embedded></root>'), document);
  });

  it('of a series has the same content as the JSON for arbitrary text', () => {
    fc.assert(
      fc.property(hostileText, hostileText, (title, description) => {
        const hostile = { ...series, title, description };
        assert.deepEqual(
          elementOf(assemble(inXml.series(hostile), [])),
          jsonAsElement(assemble(inJson.series(hostile), [])),
        );
      }),
    );
  });

  it('has the same links at its entry point as the JSON', () => {
    assert.deepEqual(elementOf(inXml.entryPoint()), jsonAsElement(inJson.entryPoint()));
  });
});

describe('a problem document in XML', () => {
  it('follows appendix B of RFC 9457', () => {
    const problem = {
      type: 'https://talks.example.org/docs/api#bad-request',
      title: 'The request is malformed',
      status: 400,
      detail: '<from> & to',
      errors: [
        { parameter: 'from', detail: 'a' },
        { parameter: 'to', detail: 'b\rc' },
      ],
    };
    assert.equal(
      inXml.problem(problem).toString(),
      '<?xml version="1.0" encoding="utf-8"?>\n<problem xmlns="urn:ietf:rfc:7807">' +
        '<type>https://talks.example.org/docs/api#bad-request</type><title>The request is malformed</title>' +
        '<status>400</status><detail>&lt;from&gt; &amp; to</detail>' +
        '<errors><i><parameter>from</parameter><detail>a</detail></i>' +
        '<i><parameter>to</parameter><detail>b&#13;c</detail></i></errors></problem>',
    );
  });
});

describe('characters that XML does not allow', () => {
  it('are dropped while all others are kept', () => {
    assert.equal(
      withoutForbidden('a\0b\x0bc\ud800d\ufffee\tf\ng\rh\u{1F331}\x85\x7f'),
      'abcde\tf\ng\rh\u{1F331}\x85\x7f',
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addressWarnings, unsetAddresses } from '#cli/reports/address-report.ts';

const NONE = { host: '127.0.0.1', baseUrl: null, placesUrl: null, mapsUrl: null };
const SET = 'set --base-url or LECTERN_BASE_URL to the address that readers use';

describe('address settings of lectern serve', () => {
  it('cause a warning if the host is public and no base URL is set', () => {
    assert.deepEqual(
      ['0.0.0.0', '::', '192.0.2.7', '127.0.0.1', '127.1.2.3', '::1', 'localhost'].map((host) =>
        addressWarnings({ ...NONE, host }, 'http://localhost:8080'),
      ),
      [
        [`every link begins with http://localhost:8080: ${SET}`],
        [`every link begins with http://localhost:8080: ${SET}`],
        [`every link begins with http://localhost:8080: ${SET}`],
        [],
        [],
        [],
        [],
      ],
    );
    const baseUrl = 'https://talks.university.edu';
    assert.deepEqual(addressWarnings({ ...NONE, host: '0.0.0.0', baseUrl }, baseUrl), []);
  });

  it('cause a warning if they still contain the example domain', () => {
    const addresses = { baseUrl: 'https://talks.example.org', placesUrl: '//p.example/', mapsUrl: '//notexample.org/' };
    assert.deepEqual(addressWarnings({ ...NONE, ...addresses }, addresses.baseUrl), [
      '--base-url is still the example https://talks.example.org; set it to your own',
      '--places-url is still the example //p.example/; set it to your own',
    ]);
  });

  it('are listed if unset, with the consequence of each', () => {
    const places = '--places-url (links to places lead to their records here)';
    const maps = '--maps-url (maps link to OpenStreetMap)';
    assert.deepEqual(
      [NONE, { ...NONE, placesUrl: '//p/' }, { ...NONE, placesUrl: '//p/', mapsUrl: '//m/' }].map(unsetAddresses),
      [`not set: ${places}, ${maps}`, `not set: ${maps}`, undefined],
    );
  });
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Place } from '#catalogue/place.ts';
import { venueLocation } from '#catalogue/venue-location.ts';
import { directionsAddress, mapAddress, mapLink } from '#representations/links/talk-location.ts';
import type { Publication } from '#representations/representation.ts';
import { publication } from '../support/catalogue/publication.ts';

const NOWHERE: Place = {
  type: 'place',
  id: 'place:1001',
  kind: 'venue',
  name: 'Glass House',
  address: '',
  parent: null,
  latitude: null,
  longitude: null,
  accessibility: '',
};

function mapOf(by: Publication, place: Place): string | null {
  return mapAddress(by, place, venueLocation(place, []));
}

describe('the map link of a place', () => {
  it('leads to the maps service in mapsUrl if it is set', () => {
    const set = { ...publication, mapsUrl: '//maps.test/?id=' };
    assert.equal(mapOf(set, { ...NOWHERE, address: '1 Garden Lane' }), '//maps.test/?id=place:1001');
  });

  it('leads to the coordinates on OpenStreetMap by default', () => {
    assert.equal(
      mapOf(publication, { ...NOWHERE, address: '1 Garden Lane', latitude: 51.5, longitude: -0.125 }),
      'https://www.openstreetmap.org/?mlat=51.5&mlon=-0.125#map=18/51.5/-0.125',
    );
    assert.equal(
      mapOf(publication, { ...NOWHERE, latitude: 0, longitude: 0 }),
      'https://www.openstreetmap.org/?mlat=0&mlon=0#map=18/0/0',
    );
  });

  it('searches for the encoded address if the place has no coordinates', () => {
    assert.equal(
      mapOf(publication, { ...NOWHERE, address: ' 1 Garden\nLane & Co #2"' }),
      'https://www.openstreetmap.org/search?query=1%20Garden%20Lane%20%26%20Co%20%232%22',
    );
  });

  it('is null if the place has neither coordinates nor address', () => {
    assert.equal(mapOf(publication, { ...NOWHERE, address: ' \n' }), null);
  });

  it('has a variant with directions to the coordinates or else the address', () => {
    const address = '1 Garden\nLane & Co';
    assert.deepEqual(
      [
        directionsAddress(venueLocation({ ...NOWHERE, address, latitude: 51.5, longitude: -0.125 }, [])),
        directionsAddress(venueLocation({ ...NOWHERE, address }, [])),
        directionsAddress(venueLocation({ ...NOWHERE, address: ' \n' }, [])),
      ],
      [
        'https://www.openstreetmap.org/directions?to=51.5%2C-0.125',
        'https://www.openstreetmap.org/directions?to=1%20Garden%20Lane%20%26%20Co',
        null,
      ],
    );
  });

  it('is protocol-relative in the API, where it searches for the name as a last resort', () => {
    const set = { ...publication, mapsUrl: '//maps.test/?id=' };
    assert.deepEqual(
      [
        mapLink(set, NOWHERE, []),
        mapLink(publication, { ...NOWHERE, address: '1 Garden Lane', latitude: 51.5, longitude: -0.125 }, []),
        mapLink(publication, { ...NOWHERE, address: '1 Garden Lane' }, []),
        mapLink(publication, { ...NOWHERE, address: ' \n' }, []),
      ],
      [
        '//maps.test/?id=place:1001',
        '//www.openstreetmap.org/?mlat=51.5&mlon=-0.125#map=18/51.5/-0.125',
        '//www.openstreetmap.org/search?query=1%20Garden%20Lane',
        '//www.openstreetmap.org/search?query=Glass%20House',
      ],
    );
  });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { venueLocation } from '#catalogue/venue-location.ts';
import { aPlace } from '../support/catalogue/catalogue-records.ts';

const SITE = aPlace('place:1', { kind: 'venue', name: 'Site', address: 'Moortown', latitude: 51, longitude: -1 });
const BUILDING = aPlace('place:2', { kind: 'venue', name: 'Hall', address: '1 High Street', accessibility: 'A ramp.' });
const FLOOR = aPlace('place:3', { kind: 'venue', name: 'Ground floor', address: ' \n' });
const ROOM = aPlace('place:4', { kind: 'venue', name: 'Room 1' });

test('a room has the address, coordinates and accessibility of the nearest venue around it that has some', () => {
  assert.deepEqual(venueLocation(ROOM, [FLOOR, BUILDING, SITE]), {
    within: ['Ground floor', 'Hall'],
    address: '1 High Street',
    coordinates: { latitude: 51, longitude: -1 },
    accessibility: 'A ramp.',
  });
});

test('what a venue says of itself comes first, one by one', () => {
  const room = { ...ROOM, address: 'Back Lane', accessibility: 'Steps.' };
  assert.deepEqual(venueLocation(room, [BUILDING, SITE]), {
    within: [],
    address: 'Back Lane',
    coordinates: { latitude: 51, longitude: -1 },
    accessibility: 'Steps.',
  });
  const pinned = { ...ROOM, latitude: 0, longitude: 0 };
  assert.deepEqual(venueLocation(pinned, [BUILDING, SITE]).coordinates, { latitude: 0, longitude: 0 });
});

test('where no address is known, all the venues around a room are named', () => {
  assert.deepEqual(venueLocation(ROOM, [FLOOR]), {
    within: ['Ground floor'],
    address: '',
    coordinates: null,
    accessibility: '',
  });
  assert.deepEqual(venueLocation(FLOOR, []), { within: [], address: '', coordinates: null, accessibility: '' });
});

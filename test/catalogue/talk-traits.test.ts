import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { traitBit, traitsOf } from '#catalogue/talk-traits.ts';
import { bareTalk } from '../support/catalogue/talk-details.ts';

const PLACES: readonly (readonly [locationDetails: string, isPlace: boolean])[] = [
  ['', false],
  ['Room 1', true],
  ['Room 1 and online', true],
  ['Zoom Street 4', true],
  ['Virtual Reality Lab', true],
  ['Online', false],
  ['ONLINE (via Zoom)', false],
  ['Zoom Meeting ID: 123 456 7890', false],
  ['https://live.example.org/7', false],
  ['En ligne', false],
  ['Videokonferenz', false],
  ['オンライン', false],
];

describe('location details', () => {
  for (const [locationDetails, isPlace] of PLACES) {
    it(`are ${isPlace ? '' : 'not '}a place where people meet: ${locationDetails}`, () => {
      for (const onlineUrl of ['', 'https://live.example.org/7']) {
        const traits = traitsOf({ ...bareTalk.talk, locationDetails, onlineUrl });
        assert.equal((traits & traitBit('located')) !== 0, isPlace, onlineUrl);
      }
    });
  }
});

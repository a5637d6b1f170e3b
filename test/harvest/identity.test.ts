import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Identity } from '#harvest/provenance/identity.ts';

// Computed with Python's uuid.uuid5.
test('identifiers derived from a source and its names never change', () => {
  const identity = new Identity('optics');
  assert.deepEqual(
    [
      identity.talk({ key: 'moss', slug: null }),
      identity.talk({ key: 'moss', slug: 'c0ffee00-0000-4000-8000-000000000001' }),
      identity.person({ name: 'Jane Doe' }),
      identity.person({ name: 'jane  DOE' }),
      identity.place({ name: 'Room 1' }),
      identity.place({ name: 'Room 1', id: 'oxpoints:123' }),
      identity.topic({ label: 'Botany & more' }),
      identity.topic({ label: 'Botany', uri: 'https://example.org/botany' }),
    ],
    [
      'd5dbf911-5ae3-5e9e-915e-e4112bf729a6',
      'c0ffee00-0000-4000-8000-000000000001',
      '98488aa7-7e2c-59d2-ac3b-cc56ace6c43b',
      '98488aa7-7e2c-59d2-ac3b-cc56ace6c43b',
      'source:5148453974345165978',
      'oxpoints:123',
      'https://topics.invalid/21316be1-8fe1-59f8-bd53-b223413baf34/botany%20more',
      'https://example.org/botany',
    ],
  );
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ownUuid } from '#sources/own-uuid.ts';

const UUID = '52360e07-9b8b-477d-8bc7-8a25995e5ef8';

describe('the UUID in a source’s identifier', () => {
  const KEPT = [
    UUID,
    UUID.toUpperCase(),
    `urn:uuid:${UUID}`,
    `https://talks.example.org/talks/id/${UUID}`,
    `https://talks.example.org/talks/id/${UUID}/`,
    `/api/talks/${UUID.toUpperCase()}`,
    `https://example.org/talks#${UUID}`,
  ];
  for (const identifier of KEPT) {
    it(`is extracted from ${identifier}`, () => {
      assert.equal(ownUuid(identifier), UUID);
    });
  }

  const NONE = [
    '',
    '7',
    `talk-${UUID}`,
    `${UUID}.ics`,
    `${UUID}@example.org`,
    `https://example.org/${UUID}/talks`,
    `https://example.org/talk?id=${UUID}`,
    '00000000-0000-0000-0000-000000000000',
    'urn:uuid:FFFFFFFF-ffff-ffff-ffff-ffffffffffff',
  ];
  for (const identifier of NONE) {
    it(`is not extracted from ${JSON.stringify(identifier)}`, () => {
      assert.equal(ownUuid(identifier), undefined);
    });
  }
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isHonours, untitledName } from '#catalogue/personal-titles.ts';
import { Identity } from '#harvest/provenance/identity.ts';

/** Names, and what they are without titles. */
const NAMES: readonly (readonly [name: string, untitled: string])[] = [
  ['Dr Ada', 'Ada'],
  ['Dr. Ada Lovelace', 'Ada Lovelace'],
  ['Prof. Dr. rer. nat. Ada Lovelace', 'Ada Lovelace'],
  ['Prof.Dr.Ada Lovelace', 'Ada Lovelace'],
  ['Professor Sir Ada Lovelace, KCB FRS', 'Ada Lovelace'],
  ['Ada Lovelace, Ph. D.', 'Ada Lovelace'],
  ['Ada Lovelace MA', 'Ada Lovelace'],
  ['Ms Ada Lovelace', 'Ada Lovelace'],
  ['Mrs Smith', 'Mrs Smith'],
  ['Dr Smith', 'Smith'],
  ['Ada Lovelace, Jr.', 'Ada Lovelace Jr.'],
  ['Jack Ma', 'Jack Ma'],
  ['Yo-Yo Ma', 'Yo-Yo Ma'],
  ['Ada Lovelace MEng, M.Eng. phd', 'Ada Lovelace'],
  ['Ada Lovelace MBA', 'Ada Lovelace'],
  ['Wei Meng', 'Wei Meng'],
  ['Wei MENG', 'Wei MENG'],
  ['Chidi Mba', 'Chidi Mba'],
  ['Chidi MBA', 'Chidi MBA'],
  ['Mary Edd', 'Mary Edd'],
  ['Chan Kt', 'Chan Kt'],
  ['Hon Li', 'Hon Li'],
  ['Ir Li', 'Ir Li'],
  ['Ir. Li Wei', 'Li Wei'],
  ['Prof Ir Li Wei', 'Li Wei'],
  ['The Rt Hon Ada Lovelace', 'Ada Lovelace'],
  ['Imam Santoso', 'Imam Santoso'],
  ['Canon Brett', 'Canon Brett'],
  ['Dr', 'Dr'],
  ['', ''],
];

describe('a name without titles', () => {
  for (const [name, untitled] of NAMES) {
    it(`is ${JSON.stringify(untitled)} for ${JSON.stringify(name)}`, () => {
      assert.equal(untitledName(name), untitled);
    });
  }

  it('makes the address of a person, whatever titles the source adds or drops', () => {
    const identity = new Identity('term');
    const slugs = ['Ada Lovelace', 'Dr Ada Lovelace', 'Prof. Ada Lovelace, FRS'].map((name) =>
      identity.person({ name }),
    );
    assert.equal(new Set(slugs).size, 1);
    assert.notEqual(identity.person({ name: 'Mr Smith' }), identity.person({ name: 'Mrs Smith' }));
  });
});

describe('honours', () => {
  for (const text of ['KCB FRS', 'PhD', 'Ph. D.', 'MA, FBA', 'Jr.']) {
    it(`are ${JSON.stringify(text)}`, () => {
      assert.equal(isHonours(text), true);
    });
  }
  for (const text of ['Ada', 'Meng', 'Mba', 'University of X, FRS', '']) {
    it(`are not ${JSON.stringify(text)}`, () => {
      assert.equal(isHonours(text), false);
    });
  }
});

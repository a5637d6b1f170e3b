import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shippedPackages } from '../support/docs/shipped-packages.ts';

/** SPDX identifiers. With any of them, Lectern and its packages may be used, changed and passed on together under the MIT licence. */
const PERMISSIVE = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
  'PSF-2.0',
]);

/** Licences with a condition that we meet, and for what. */
const CONDITIONAL: Readonly<Record<string, RegExp>> = {
  // Fonts, passed on as they are, and not sold by themselves.
  'OFL-1.1': /^@fontsource-variable\//,
  // A package of its own, passed on unchanged; its own files stay under this licence.
  'MPL-2.0': /^@resvg\/resvg-wasm$/,
};

function isAllowed(name: string, licence: string): boolean {
  return PERMISSIVE.has(licence) || CONDITIONAL[licence]?.test(name) === true;
}

describe('the packages that are installed with Lectern', () => {
  it('have a licence that is on the list', () => {
    const others = shippedPackages().filter(({ name, licence }) => !isAllowed(name, licence));
    assert.deepEqual(others, []);
  });

  it('would not be allowed under another', () => {
    const refused = ['GPL-3.0-only', 'AGPL-3.0-or-later', 'SSPL-1.0', 'UNLICENSED', 'MIT AND GPL-2.0-only', 'OFL-1.1'];
    for (const licence of refused) assert.ok(!isAllowed('pg', licence), licence);
  });

  it('run no script when they are installed: nothing is compiled or fetched from elsewhere', () => {
    const running = shippedPackages().filter(({ hasInstallScript }) => hasInstallScript);
    assert.deepEqual(running, []);
  });
});

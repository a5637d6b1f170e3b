import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { shippedPackages } from '../support/docs/shipped-packages.ts';

/** SPDX identifiers of licences under which packages may be distributed together with Lectern. */
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

/** Licences whose conditions we meet, and the packages that may have them. */
const CONDITIONAL: Readonly<Record<string, RegExp>> = {
  // Fonts, which we distribute unchanged and do not sell on their own.
  'OFL-1.1': /^@fontsource-variable\//,
  // A separate package, which we distribute unchanged; its files stay under this licence.
  'MPL-2.0': /^@resvg\/resvg-wasm$/,
};

function isAllowed(name: string, licence: string): boolean {
  return PERMISSIVE.has(licence) || CONDITIONAL[licence]?.test(name) === true;
}

describe('the packages installed with Lectern', () => {
  it('have a licence on the list', () => {
    const others = shippedPackages().filter(({ name, licence }) => !isAllowed(name, licence));
    assert.deepEqual(others, []);
  });

  it('are rejected under other licences', () => {
    const refused = ['GPL-3.0-only', 'AGPL-3.0-or-later', 'SSPL-1.0', 'UNLICENSED', 'MIT AND GPL-2.0-only', 'OFL-1.1'];
    for (const licence of refused) assert.ok(!isAllowed('pg', licence), licence);
  });

  it('have no install scripts, which could compile or download code', () => {
    const running = shippedPackages().filter(({ hasInstallScript }) => hasInstallScript);
    assert.deepEqual(running, []);
  });
});

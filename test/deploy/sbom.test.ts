import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { shippedPackages } from '../support/docs/shipped-packages.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly type: string;
  readonly licenses: readonly { readonly license?: { readonly id?: string }; readonly expression?: string }[];
  readonly hashes?: readonly { readonly alg: string }[];
}

interface BillOfMaterials {
  readonly bomFormat: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

const identity = ({ name, version }: Pick<Component, 'name' | 'version'>): string => `${name}@${version}`;

it('npm run sbom lists exactly the packages installed with Lectern, with licences and hashes', () => {
  const bill = JSON.parse(execFileSync('npm', ['run', '--silent', 'sbom'], { encoding: 'utf8' })) as BillOfMaterials;
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  const { name, type, version: billed } = bill.metadata.component;
  assert.deepEqual([bill.bomFormat, name, type, billed], ['CycloneDX', 'lectern', 'application', version]);
  const shipped = shippedPackages();
  assert.deepEqual(
    [...new Set(bill.components.map(identity))].sort(),
    [...new Set(shipped.map((each) => identity(each)))].sort(),
  );
  const licences = new Map(shipped.map((each) => [identity(each), each.licence]));
  for (const component of bill.components) {
    const [first] = component.licenses;
    assert.equal(first?.license?.id ?? first?.expression, licences.get(identity(component)), component.name);
    assert.deepEqual(
      component.hashes?.map(({ alg }) => alg),
      ['SHA-512'],
      component.name,
    );
  }
});

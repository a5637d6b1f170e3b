import { writeFileSync } from 'node:fs';
import { shippedPackages } from './shipped-packages.ts';

const INTRODUCTION = `Lectern is published under the MIT licence, in the file LICENSE.

It contains no code, fonts or data of others. npm installs the packages below along with it. Each comes from its own
authors, under the licence named here; its full text is inside the package.
`;

/**
 * The text of NOTICE: the packages that an installation without development dependencies can include, with their
 * licences.
 */
export function noticeText(): string {
  const licences = { required: new Map<string, string>(), optional: new Map<string, string>() };
  for (const { name, licence, isOptional } of shippedPackages())
    licences[isOptional ? 'optional' : 'required'].set(name, licence);
  const list = (of: ReadonlyMap<string, string>): string =>
    [...of]
      .map(([name, licence]) => `${name}: ${licence}`)
      .sort()
      .join('\n');
  return `${INTRODUCTION}\nRequired:\n\n${list(licences.required)}\n\nOptional:\n\n${list(licences.optional)}\n`;
}

if (import.meta.main) writeFileSync('NOTICE', noticeText());

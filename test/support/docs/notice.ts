import { readFileSync, writeFileSync } from 'node:fs';

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
}

const INTRODUCTION = `Lectern is published under the MIT licence, in the file LICENSE.

It contains no code, fonts or data of others. npm installs the packages below along with it. Each comes from its own
authors, under the licence named here; its full text is inside the package.
`;

/** The text of NOTICE: every package that an installation without development dependencies may bring, and its licence. */
export function noticeText(): string {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const licences = { required: new Map<string, string>(), optional: new Map<string, string>() };
  for (const [path, { license, dev, devOptional, optional }] of Object.entries(packages)) {
    if (path === '' || dev === true) continue;
    if (license === undefined) throw new Error(`${path} in package-lock.json has no licence`);
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    // What development needs too is installed with an optional package all the same.
    licences[optional === true || devOptional === true ? 'optional' : 'required'].set(name, license);
  }
  const list = (of: ReadonlyMap<string, string>): string =>
    [...of]
      .map(([name, licence]) => `${name}: ${licence}`)
      .sort()
      .join('\n');
  return `${INTRODUCTION}\nRequired:\n\n${list(licences.required)}\n\nOptional:\n\n${list(licences.optional)}\n`;
}

if (import.meta.main) writeFileSync('NOTICE', noticeText());

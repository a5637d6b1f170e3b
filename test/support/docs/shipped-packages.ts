import { readFileSync } from 'node:fs';

interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly optional?: boolean;
  readonly hasInstallScript?: boolean;
}

interface ShippedPackage {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  readonly isOptional: boolean;
  /** Whether npm would run an install script. */
  readonly hasInstallScript: boolean;
}

/**
 * The packages in package-lock.json that an installation without development dependencies can include.
 * @throws if one has no licence
 */
export function shippedPackages(): readonly ShippedPackage[] {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version, license, devOptional, optional, hasInstallScript = false }]) => {
      if (license === undefined) throw new Error(`${path} in package-lock.json has no licence`);
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      // `devOptional`: needed both for development and by an optional package.
      const isOptional = optional === true || devOptional === true;
      return { name, version, licence: license, isOptional, hasInstallScript };
    });
}

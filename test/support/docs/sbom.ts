/**
 * `npm run --silent sbom` prints a software bill of materials (CycloneDX) for everything that `npm ci --omit=dev`
 * installs.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface PackageFile {
  readonly [member: string]: unknown;
  readonly name: string;
}

interface LockFile {
  readonly [member: string]: unknown;
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>;
}

function withoutDevelopment<T extends object>(file: T): T {
  return { ...file, devDependencies: undefined };
}

/**
 * `npm sbom --omit=dev` leaves out packages that are also needed for development, such as pg (npm/cli#7909), so we give
 * npm a package without development dependencies. Its folder has the package's name, because npm takes the name from
 * there.
 */
function billOfMaterials(): string {
  const packageFile = JSON.parse(readFileSync('package.json', 'utf8')) as PackageFile;
  const lockFile = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;
  const shipped = Object.entries(lockFile.packages).filter(([, { dev }]) => dev !== true);
  const packages = Object.fromEntries(
    shipped.map(([path, each]) => [path, path === '' ? withoutDevelopment(each) : each]),
  );
  const parent = mkdtempSync(join(tmpdir(), 'lectern-sbom-'));
  try {
    const folder = join(parent, packageFile.name);
    mkdirSync(folder);
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...withoutDevelopment(packageFile), overrides: {} }));
    writeFileSync(join(folder, 'package-lock.json'), JSON.stringify({ ...lockFile, packages }));
    const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application'];
    return execFileSync('npm', args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  } finally {
    rmSync(parent, { recursive: true });
  }
}

if (import.meta.main) process.stdout.write(billOfMaterials());

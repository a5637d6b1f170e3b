import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';

const ROOMS = [
  'catalogue',
  'sample',
  'sources',
  'store',
  'harvest',
  'search',
  'representations',
  'pages',
  'server',
  'cli',
  'client',
];

/** Which rooms each room may import. Repeated here so that a change of the rules by mistake fails. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  catalogue: [],
  sample: ['catalogue'],
  sources: ['catalogue'],
  store: ['catalogue'],
  harvest: ['catalogue', 'sources', 'store'],
  search: ['catalogue', 'store'],
  representations: ['catalogue', 'search'],
  pages: ['catalogue', 'search', 'representations'],
  server: ['catalogue', 'store', 'harvest', 'search', 'representations', 'pages'],
  cli: ['catalogue', 'sample', 'sources', 'store', 'harvest', 'search', 'representations', 'pages', 'server'],
  client: [],
};

/** Folders of a room that may not import another folder of the same room. */
const MAY_NOT_IMPORT: readonly (readonly [room: string, from: string, to: string])[] = [
  ['search', 'query', 'index'],
  ['harvest', 'reading', 'merge'],
  ...['routes', 'api', 'feeds', 'pages', 'documents', 'openapi', 'ops'].map(
    (folder) => ['server', 'http', folder] as const,
  ),
];

/** A file that breaks a rule, and the name of the rule. */
interface Trespass {
  readonly path: string;
  readonly text: string;
  readonly wall: string;
}

const roomTrespasses: readonly Trespass[] = ROOMS.flatMap((from) =>
  ROOMS.filter((to) => to !== from && MAY_IMPORT[from]?.includes(to) === false).flatMap((to) => [
    {
      path: `src/${from}/value-of-${to}.ts`,
      text: `import { resident } from '#${to}/resident.ts';\nresident();\n`,
      wall: `${from}-imports`,
    },
    {
      path: `src/${from}/type-of-${to}.ts`,
      text: `import type { Resident } from '#${to}/resident.ts';\nexport type T = Resident;\n`,
      wall: `${from}-imports`,
    },
    {
      path: `src/${from}/lazy-${to}.ts`,
      text: `export const t = () => import('#${to}/resident.ts');\n`,
      wall: `${from}-imports`,
    },
  ]),
);

const innerTrespasses: readonly Trespass[] = MAY_NOT_IMPORT.flatMap(([room, from, to]) => [
  {
    path: `src/${room}/${from}/value-of-${to}.ts`,
    text: `import { resident } from '../${to}/resident.ts';\nresident();\n`,
    wall: `${room}-${from}-no-${to}`,
  },
  {
    path: `src/${room}/${from}/type-of-${to}.ts`,
    text: `import type { Resident } from '../${to}/resident.ts';\nexport type T = Resident;\n`,
    wall: `${room}-${from}-no-${to}`,
  },
]);

const imports = (path: string, module: string, wall: string): Trespass => ({
  path: `src/${path}`,
  text: `import * as it from '${module}';\nexport const t = it;\n`,
  wall,
});

const otherTrespasses: readonly Trespass[] = [
  imports('search/sql.ts', 'better-sqlite3', 'sql-only-in-store'),
  imports('server/sql.ts', 'better-sqlite3', 'sql-only-in-store'),
  imports('cli/sql.ts', 'better-sqlite3', 'sql-only-in-store'),
  imports('server/markup.ts', '#pages/frame/html.ts', 'html-only-in-pages'),
  imports('harvest/bar.ts', 'cli-progress', 'terminal-only-in-cli'),
  imports('server/environment.ts', 'node:process', 'terminal-only-in-cli'),
  imports('catalogue/disk.ts', 'node:fs', 'pure-rooms-no-disk'),
  imports('representations/disk.ts', 'node:fs/promises', 'pure-rooms-no-disk'),
  imports('catalogue/network.ts', 'node:http', 'pure-rooms-no-network'),
  imports('store/network.ts', 'node:https', 'pure-rooms-no-network'),
  imports('search/network.ts', 'node:net', 'pure-rooms-no-network'),
  imports('pages/network.ts', 'node:http', 'pure-rooms-no-network'),
  imports('catalogue/package.ts', 'temporal-polyfill', 'catalogue-no-packages'),
  imports('client/disk.ts', 'node:fs', 'pure-rooms-no-disk'),
  imports('client/network.ts', 'node:https', 'pure-rooms-no-network'),
  imports('client/package.ts', 'temporal-polyfill', 'client-no-packages'),
  imports('client/buffer.ts', 'node:buffer', 'client-no-packages'),
  imports('server/test.ts', '../../test/support/thing.ts', 'no-test-in-product'),
  imports('server/dev.ts', 'fast-check', 'no-dev-packages-in-product'),
  imports('store/own.ts', '#store/resident.ts', 'own-room-by-dot'),
  imports('store/other.ts', '../catalogue/resident.ts', 'other-room-by-hash'),
  imports('store/nowhere.ts', './nothing-here.ts', 'nothing-unresolved'),
  {
    path: 'src/store/circle-a.ts',
    text: "import type { B } from './circle-b.ts';\nexport interface A { readonly b?: B }\n",
    wall: 'no-circles',
  },
];

/** A cycle is reported once, at the first of its files. */
function caught(violations: ReadonlySet<string>, violation: string): boolean {
  return violations.has(violation) || violations.has(violation.replace('circle-a', 'circle-b'));
}

interface Cruise {
  readonly modules: number;
  /** `wall: file`. */
  readonly violations: ReadonlySet<string>;
}

describe('the import rules between rooms', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-walls-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('report every forbidden import of a value or type, static or dynamic', async () => {
    await copyOfTheHouse(folder);
    const trespasses = [...roomTrespasses, ...innerTrespasses, ...otherTrespasses];
    for (const { path, text } of trespasses) await write(folder, path, text);
    await write(
      folder,
      'src/store/circle-b.ts',
      "import type { A } from './circle-a.ts';\nexport interface B { readonly a?: A }\n",
    );
    const { modules, violations } = await cruise(folder);
    assert.ok(modules > trespasses.length, `only ${String(modules)} modules were checked`);
    const missed = trespasses.filter(({ path, wall }) => !caught(violations, `${wall}: ${path}`));
    assert.deepEqual(
      missed.map(({ path, wall }) => `${wall}: ${path}`),
      [],
    );
  });
});

/** Copies the rules and packages, and puts one file into each room. */
async function copyOfTheHouse(folder: string): Promise<void> {
  for (const file of ['package.json', 'tsconfig.json', '.dependency-cruiser.mjs']) await cp(file, join(folder, file));
  await symlink(resolve('node_modules'), join(folder, 'node_modules'));
  await write(folder, 'test/support/thing.ts', 'export const thing = 1;\n');
  await write(folder, 'src/pages/frame/html.ts', 'export const html = 1;\n');
  for (const name of [...ROOMS, ...MAY_NOT_IMPORT.map(([room, , to]) => `${room}/${to}`)]) {
    await write(
      folder,
      `src/${name}/resident.ts`,
      'export type Resident = string;\nexport function resident(): void {}\n',
    );
  }
}

async function write(folder: string, path: string, text: string): Promise<void> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Runs dependency-cruiser as `npm run check:rooms` does. */
async function cruise(folder: string): Promise<Cruise> {
  const program = resolve('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [program, '--config', '.dependency-cruiser.mjs', '--output-type', 'json', 'src'];
  const output = await new Promise<string>((done, fail) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 28 }, (_error, stdout, stderr) => {
      if (stdout === '') fail(new Error(stderr));
      else done(stdout);
    });
  });
  const result = JSON.parse(output) as {
    summary: { totalCruised: number; violations: { from: string; rule: { name: string } }[] };
  };
  const { totalCruised, violations } = result.summary;
  return { modules: totalCruised, violations: new Set(violations.map(({ from, rule }) => `${rule.name}: ${from}`)) };
}

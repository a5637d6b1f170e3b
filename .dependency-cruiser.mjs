import { readFileSync } from 'node:fs';

/**
 * The walls between the rooms that docs/architecture.md describes. test/house/walls.test.ts tries to break each one.
 * A room is imported through package.json's "imports".
 */
const ROOMS = [
  'catalogue',
  'sample',
  'sources',
  'store',
  'harvest',
  'search',
  'replica',
  'representations',
  'pages',
  'server',
  'cli',
  'client',
];

const { optionalDependencies } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8'));

const room = (name) => `^src/${name}/`;
const except = (...allowed) => `^src/(?!(${allowed.join('|')})/)`;
const pkg = (...names) => `(^|/)node_modules/(${names.join('|')})/`;

const DISK = '^(node:)?(fs|fs/promises|os|worker_threads|child_process)$';
const NETWORK = '^(node:)?(net|http|https|http2|tls|dgram|dns|dns/promises)$';
const ENVIRONMENT = '^(node:)?(process|readline|readline/promises|tty)$';

/** Which rooms a room may import besides itself, and what to do instead. */
const MAY_IMPORT = {
  catalogue: [[], 'The words of the catalogue depend on nothing: move what needs more to the room that needs it.'],
  sample: [['catalogue'], 'The sample makes up records from a seed and a date: it knows nothing of where they go.'],
  sources: [['catalogue'], 'A source turns a format into records: let src/harvest carry them to the store.'],
  store: [
    ['catalogue'],
    'The store knows records and SQL: let the room that asks turn its question into a call of the contract.',
  ],
  harvest: [
    ['catalogue', 'sources', 'store'],
    'Harvest carries records from sources to the store: what is served belongs to src/server.',
  ],
  search: [
    ['catalogue', 'store'],
    'Search finds numbers of talks: rendering is for src/representations, HTTP for src/server.',
  ],
  replica: [
    ['catalogue', 'store', 'search'],
    'The read copy knows records, their index and its own file: what is served belongs to src/server.',
  ],
  representations: [['catalogue', 'search'], 'Rendering never fetches: take what is rendered as a parameter.'],
  pages: [
    ['catalogue', 'search', 'representations'],
    'A page is made from what it is given: let src/server ask the store.',
  ],
  server: [
    ROOMS.filter((name) => !['sample', 'sources', 'cli', 'client'].includes(name)),
    'The server serves what the store has: importing is for src/harvest, started by src/cli.',
  ],
  cli: [ROOMS.filter((name) => name !== 'client'), 'The client is for the programs of others: ask the store.'],
  client: [[], 'The client runs in browsers, without the rest of Lectern: write there what it needs.'],
};

const roomRules = Object.entries(MAY_IMPORT).map(([name, [allowed, comment]]) => ({
  name: `${name}-imports`,
  comment,
  severity: 'error',
  from: { path: room(name) },
  to: { path: except(name, ...allowed) },
}));

/** Walls inside a room: `[room/folder, room/folder, what to do instead]`. */
const MAY_NOT_IMPORT = [
  ['search/query', 'search/index', 'A question is parsed without an index: look values up in src/search/answers.'],
  [
    'harvest/reading',
    'harvest/merge',
    'Sources are read without knowing what is the same: rewrite records in the Taker that they are read into.',
  ],
  ...['routes', 'api', 'feeds', 'pages', 'embed', 'mcp', 'documents', 'openapi', 'ops'].map((folder) => [
    'server/http',
    `server/${folder}`,
    'HTTP knows nothing of what it serves: add what it has to know to Application in http/application.ts.',
  ]),
];

const innerRules = MAY_NOT_IMPORT.map(([from, to, comment]) => ({
  name: `${from.replace('/', '-')}-no-${to.split('/')[1]}`,
  comment,
  severity: 'error',
  from: { path: room(from) },
  to: { path: room(to) },
}));

const keep = (name, comment, rooms, path) => ({
  name,
  comment,
  severity: 'error',
  from: { path: '^src/', pathNot: rooms.map(room) },
  to: { path },
});

const never = (name, comment, rooms, path) => ({
  name,
  comment,
  severity: 'error',
  from: { path: rooms.map(room) },
  to: { path },
});

export default {
  forbidden: [
    ...roomRules,
    ...innerRules,
    keep(
      'sql-only-in-store',
      'SQL lives in src/store, and that of the read copy in src/replica: add what you need to their contracts.',
      ['store', 'replica'],
      pkg('better-sqlite3', 'pg', 'kysely'),
    ),
    keep(
      'html-only-in-pages',
      'HTML is made in src/pages: call one of its functions.',
      ['pages'],
      '^src/pages/frame/html\\.ts$',
    ),
    keep(
      'terminal-only-in-cli',
      'Only src/cli knows the terminal: report progress through a callback.',
      ['cli'],
      `${pkg('commander', 'cli-progress')}|${ENVIRONMENT}`,
    ),
    never(
      'pure-rooms-no-disk',
      'This room is pure: take what is on the disk as a parameter.',
      ['catalogue', 'representations', 'client'],
      DISK,
    ),
    never(
      'pure-rooms-no-network',
      'This room never calls anybody: take what is on the network as a parameter.',
      ['catalogue', 'store', 'search', 'representations', 'pages', 'client'],
      NETWORK,
    ),
    {
      name: 'catalogue-no-packages',
      comment: 'The words of the catalogue are plain TypeScript: move what needs a package to the room that needs it.',
      severity: 'error',
      from: { path: room('catalogue') },
      to: { path: pkg('.+') },
    },
    {
      name: 'client-no-packages',
      comment: 'The client depends on nothing but fetch: write there what it needs.',
      severity: 'error',
      from: { path: room('client') },
      to: { pathNot: '^src/client/' },
    },
    {
      name: 'no-test-in-product',
      comment: 'What runs in production comes from src: move what both need there.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench)/' },
    },
    {
      name: 'no-dev-packages-in-product',
      comment: 'A package that src needs is a dependency, not a devDependency: those are not installed in production.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'own-room-by-dot',
      comment: 'A # shows a wall being crossed: import a file of the same room as ./file.js.',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/$1/', dependencyTypes: ['aliased-subpath-import'] },
    },
    {
      name: 'other-room-by-hash',
      comment: 'A # shows a wall being crossed: import a file of another room as #room/file.js.',
      severity: 'error',
      from: { path: '^src/([^/]+)/' },
      to: { path: '^src/', pathNot: '^src/$1/', dependencyTypesNot: ['aliased-subpath-import'] },
    },
    {
      name: 'no-circles',
      comment: 'Two files that need each other are one file, or hide a third: split by a noun.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'nothing-unresolved',
      comment: 'The import leads nowhere: is the name right?',
      severity: 'error',
      from: {},
      // Optional packages may not be there.
      to: { couldNotResolve: true, pathNot: `^(${Object.keys(optionalDependencies).join('|')})(/|$)` },
    },
  ],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};

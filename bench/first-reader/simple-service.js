// What a capable person writes in an afternoon: Fastify, better-sqlite3, and the HAL of every talk stored at import, so
// that nothing is rendered for a request. It answers /api/talks/:slug and /api/talks/search with from, to, count and
// page, and sends the same bodies as Lectern. Arguments: the path of its database, a file with the HAL of a talk on
// each line, and its base address.
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import Database from 'better-sqlite3';
import Fastify from 'fastify';

const [, , path = '', file = '', base = ''] = process.argv;
const local = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/London' });
const db = new Database(path);
db.pragma('journal_mode = WAL');
db.exec('CREATE TABLE talk (slug TEXT PRIMARY KEY, day TEXT, start TEXT, hal TEXT)');
const insert = db.prepare('INSERT INTO talk VALUES (?, ?, ?, ?)');
db.exec('BEGIN');
for await (const hal of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
  const { slug, start } = JSON.parse(hal);
  insert.run(slug, local.format(new Date(start)), start, hal);
}
db.exec('COMMIT; CREATE INDEX talk_day ON talk (day, start, slug); ANALYZE');

const one = db.prepare('SELECT hal FROM talk WHERE slug = ?').pluck();
const total = db.prepare('SELECT count(*) FROM talk WHERE day BETWEEN ? AND ?').pluck();
const PAGE = 'SELECT hal FROM talk WHERE day BETWEEN ? AND ? ORDER BY day, start, slug LIMIT ? OFFSET ?';
const some = db.prepare(PAGE).pluck();

const ALTERNATES = [
  ['ics', 'text/calendar', 'iCalendar'],
  ['atom', 'application/atom+xml', 'Atom'],
  ['rss', 'application/rss+xml', 'RSS'],
  ['feed.json', 'application/feed+json', 'JSON Feed'],
  ['csv', 'text/csv', 'CSV'],
];

/** @param {{ from: string, to: string, count: number, page: number }} query */
function linksOf({ from, to, count, page }, /** @type {number} */ found) {
  const asked = `from=${from}&to=${to}`;
  const at = (/** @type {number} */ n) => ({ href: `${base}/api/talks/search?${asked}&count=${count}&page=${n}` });
  const as = (/** @type {string} */ suffix) => `${base}/api/talks/search.${suffix}?${asked}`;
  return {
    self: at(page),
    next: page * count < found ? at(page + 1) : null,
    prev: page > 1 ? at(page - 1) : null,
    ics: { href: as('ics') },
    alternate: ALTERNATES.map(([suffix = '', type, title]) => ({ href: as(suffix), type, title })),
  };
}

/** `2025-10-13` or `plus60`: so many days after `from`. */
function lastDay(/** @type {string} */ from, /** @type {string} */ to) {
  if (!to.startsWith('plus')) return to;
  return new Date(Date.parse(from) + Number(to.slice(4)) * 86_400_000).toISOString().slice(0, 10);
}

const day = { type: 'string', pattern: '^(\\d{4}-\\d\\d-\\d\\d|plus\\d+)$' };
const whole = { type: 'integer', minimum: 1, maximum: 1000 };
const properties = { from: day, to: day, count: { ...whole, default: 20 }, page: { ...whole, default: 1 } };
const schema = { querystring: { type: 'object', required: ['from', 'to'], properties } };
const app = Fastify();
app.addHook('onRequest', async (_, reply) => {
  reply.header('cache-control', 'public, max-age=60').header('access-control-allow-origin', '*');
});
app.get('/api/talks/:slug', async (request, reply) => {
  const hal = one.get(/** @type {{ slug: string }} */ (request.params).slug);
  return hal === undefined ? reply.code(404).send() : reply.type('application/json').send(hal);
});
app.get('/api/talks/search', { schema }, async (request, reply) => {
  const query = /** @type {{ from: string, to: string, count: number, page: number }} */ (request.query);
  const { from, count, page } = query;
  const to = lastDay(from, query.to);
  const found = Number(total.get(from, to));
  const talks = some.all(from, to, count, (page - 1) * count).join(',');
  const links = JSON.stringify(linksOf(query, found));
  return reply.type('application/json').send(`{"_links":${links},"total":${found},"_embedded":{"talks":[${talks}]}}`);
});
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ listening: app.server.address() });

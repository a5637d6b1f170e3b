/** Imports talks of a given title into the database named by the first argument; says `finishing` before it commits. */
import { openStore } from '#store/open.ts';

const [database, title, count] = process.argv.slice(2);
const store = await openStore(database, { mode: 'write' });
const started = await store.beginImport({ replace: true, now: new Date(0) });
process.send?.('begun');
const texts = ['description', 'audience', 'cost', 'organiserEmail', 'locationDetails', 'bookingRequired', 'bookingUrl'];
const nothing = Object.fromEntries([...texts, 'bookingEmail', 'specialMessage', 'onlineUrl'].map((name) => [name, '']));
const lists = { materials: [], topics: [], speakers: [], hosts: [], organisers: [] };
const past = { uid: '', history: null };
const references = {
  image: null,
  series: null,
  venue: null,
  organisingDepartment: null,
  ...lists,
  variousSpeakers: false,
};
for (let line = 1; line <= Number(count); line++) {
  const slug = `${line.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
  const time = { start: '2015-10-06T10:00:00Z', end: '2015-10-06T11:00:00Z', updated: null, status: 'published' };
  const record = {
    type: 'talk',
    slug,
    title,
    ...time,
    ...nothing,
    ...past,
    ...references,
    description: `${title} `.repeat(50),
  };
  await started.put([{ record, file: 'given', line }]);
}
process.send?.('finishing');
await started.finish();
process.send?.('finished');

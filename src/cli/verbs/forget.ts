import type { Person } from '#catalogue/person.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { Store } from '#store/store.ts';
import { EXIT_STATUS } from '../exit-status.ts';
import { forgetLines, peopleLines } from '../reports/forget-report.ts';
import { people as countedPeople, refused } from '../reports/report.ts';
import { asked } from '../reports/consent.ts';
import { DRY_RUN, isOn, type Switch } from '../settings/option.ts';
import { stoppable, type Stop } from '../stop.ts';
import type { Host } from '../host.ts';
import { tellWaiting, withStore } from '../with-store.ts';
import type { Call, Verb } from './verb.ts';

const YES: Switch = { flag: '--yes', description: 'Do not ask.' };
const LIST: Switch = {
  flag: '--list',
  description: 'List the people who were forgotten: only an id and the date, since nothing else is stored.',
};
const UNDO: Switch = {
  flag: '--undo',
  description: 'Allow a person to be imported again, given by slug or by the id from --list.',
};

export const forgetVerb: Verb = {
  name: 'forget',
  summary: 'Remove a person from the catalogue permanently.',
  details:
    'Removes the record of the person, and the person as speaker, host and organiser of talks. Titles and descriptions that contain the name are listed, not changed. Deleted data is overwritten in the database file. Only a keyed hash of the slug is kept, so that imports and syncs leave the person out. Given a name instead of a slug, lists the people of that name and changes nothing. Asks for confirmation on a terminal.',
  examples: [
    'lectern forget "Ada Lovelace"',
    'lectern forget 0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b',
    'lectern forget --undo 0c9a2f4e-3b1d-4e5f-8a7b-6c5d4e3f2a1b',
  ],
  arguments: { '[person]': 'slug of a person, address of their page, or a name' },
  settings: ['database', 'cacheFolder', 'baseUrl'],
  options: [YES, LIST, UNDO, DRY_RUN],
  run: (call) => stoppable(call.host, (stop) => run(call, stop), 'Stopped. Nothing was changed.\n'),
};

async function run(call: Call, { signal }: Stop): Promise<number> {
  const { flags, files, settings, host } = call;
  const [named] = files;
  if (isOn(LIST, flags)) return withStore(settings.database, 'read', (store) => list(store, host));
  if (named === undefined) return refused(host, 'Give the slug or name of a person, or use --list.', 'usage');
  const { personSlug } = await import('#harvest/forget/find-people.ts');
  const slug = personSlug(named);
  if (isOn(UNDO, flags)) return withStore(settings.database, 'write', (store) => undo(store, slug ?? named, host));
  if (slug === undefined) return withStore(settings.database, 'read', (store) => show(store, named, host));
  return withStore(settings.database, 'write', (store) => forget(store, slug, { ...call, signal }));
}

async function list(store: Store, host: Host): Promise<number> {
  const people = await store.forgotten.all();
  for (const { id, since } of people) host.stdout.write(`${id}  ${since}\n`);
  host.stdout.write(`${countedPeople(people.length)} forgotten.\n`);
  return EXIT_STATUS.fine.status;
}

async function show(store: Store, name: string, host: Host): Promise<number> {
  const { findPeople } = await import('#harvest/forget/find-people.ts');
  const people = await findPeople(store, name);
  host.stdout.write(peopleLines(people));
  if (people.length === 0)
    return refused(host, `There is nobody called ${JSON.stringify(name)} in the catalogue.`, 'failed');
  host.stdout.write('Nothing was changed. To forget one of them, give the slug.\n');
  return EXIT_STATUS.fine.status;
}

interface ForgetCall extends Call {
  readonly signal: AbortSignal;
}

async function forget(store: Store, slug: Slug, call: ForgetCall): Promise<number> {
  const { flags, settings, signal, host } = call;
  const person = await store.record('person', slug);
  if (person === undefined) return notThere(store, slug, host);
  const { findPeople } = await import('#harvest/forget/find-people.ts');
  const isDryRun = isOn(DRY_RUN, flags);
  if (!isOn(YES, flags) && !isDryRun) {
    const found = (await findPeople(store, person.name)).filter((each) => each.slug === slug);
    const isAgreed = await asked(host, `${peopleLines(found).trimEnd()}\nForget this person?`, signal);
    if (isAgreed === undefined)
      return refused(
        host,
        'There is no terminal to ask for confirmation. Use --yes to forget the person. Nothing was changed.',
        'usage',
      );
    if (!isAgreed) return refused(host, 'Nothing was changed.', 'failed');
  }
  const { forgetPerson } = await import('#harvest/forget/forget-person.ts');
  const request = { now: new Date(), dryRun: isDryRun, onWait: () => tellWaiting(host), signal };
  const report = await forgetPerson(store, person, request);
  const { image } = person;
  const addressOf = (talk: string): string =>
    settings.baseUrl === null ? `talk ${talk}` : `${settings.baseUrl.replace(/\/$/, '')}/talks/id/${talk}`;
  const picture = pictureOf(image);
  host.stdout.write(forgetLines(report, { picture, addressOf, isDryRun }));
  if (isDryRun) host.stdout.write('Dry run: nothing was changed.\n');
  return EXIT_STATUS.fine.status;
}

/** The name of a file in the operator's folder; undefined for files elsewhere. */
function pictureOf(image: Person['image']): string | undefined {
  return image === null || /^https?:/i.test(image.url) ? undefined : image.url;
}

async function notThere(store: Store, slug: Slug, host: Host): Promise<number> {
  const found = await forgottenAs(store, slug);
  if (found === undefined) return refused(host, `There is no person ${slug} in the catalogue.`, 'failed');
  host.stdout.write(`Already forgotten, as ${found.id}, on ${found.since}. Nothing was changed.\n`);
  return EXIT_STATUS.fine.status;
}

async function undo(store: Store, named: string, host: Host): Promise<number> {
  const found = (await store.forgotten.all()).find(({ id }) => id === named) ?? (await forgottenAs(store, named));
  if (found === undefined) {
    return refused(
      host,
      `${JSON.stringify(named)} was not forgotten here. Give the slug, or an id that --list shows.`,
      'failed',
    );
  }
  const { unforget } = await import('#harvest/forget/forget-person.ts');
  await unforget(store, [found.id], { now: new Date(), onWait: () => tellWaiting(host) });
  host.stdout.write('Undone. The person returns when a source that contains them is imported again.\n');
  return EXIT_STATUS.fine.status;
}

async function forgottenAs(store: Store, slug: string) {
  const { ForgottenPeople } = await import('#harvest/forget/forgotten-people.ts');
  return new ForgottenPeople(await store.forgotten.all()).find(slug);
}

import { createHmac, randomBytes } from 'node:crypto';
import type { Correction } from '#catalogue/correction.ts';
import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import type { Person } from '#catalogue/person.ts';
import type { FileRecord, LocatedRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';

/** Bytes, as many as a hash has. */
const KEY_LENGTH = 32;

/** Who was forgotten, as far as one can tell from hashes: keeps them out of what comes in. */
export class ForgottenPeople {
  readonly #ids = new Map<string, ForgottenPerson>();
  readonly #keys: ReadonlySet<string>;
  /** What was looked up: a speaker comes with every talk. */
  readonly #known = new Map<string, ForgottenPerson | undefined>();
  readonly #leftOut = new Set<Slug>();

  constructor(people: readonly ForgottenPerson[]) {
    this.#keys = new Set(people.map(({ key }) => key));
    for (const person of people) for (const hash of person.hashes) this.#ids.set(hash, person);
  }

  /** How many people `pass` has left out so far. */
  get leftOut(): number {
    return this.#leftOut.size;
  }

  /** As what a person was forgotten; undefined for everybody else. */
  find(slug: Slug): ForgottenPerson | undefined {
    return this.#find('slug', slug);
  }

  /** Records without people who were forgotten. */
  pass(records: readonly LocatedRecord[]): readonly LocatedRecord[] {
    if (this.#keys.size === 0) return records;
    return records.flatMap((located) => {
      const record = this.without(located.record);
      return record === undefined ? [] : [{ ...located, record }];
    });
  }

  /** Undefined of a person who was forgotten. */
  without<T extends FileRecord>(record: T): T | TalkRecord | undefined {
    if (this.#keys.size === 0) return record;
    if (record.type === 'talk') return this.talkWithout(record);
    if (record.type !== 'person' || this.find(record.slug) === undefined) return record;
    this.#leftOut.add(record.slug);
    return undefined;
  }

  /** The same talk if nobody in it was forgotten. */
  talkWithout(talk: TalkRecord): TalkRecord {
    const { speakers, hosts, organisers, organiserEmail, bookingEmail } = talk;
    const isOther =
      [...speakers, ...hosts, ...organisers].some((slug) => this.find(slug) !== undefined) ||
      [organiserEmail, bookingEmail].some((address) => this.#isTheirs(address));
    if (!isOther) return talk;
    const others = (slugs: readonly Slug[]) => slugs.filter((slug) => this.find(slug) === undefined);
    return {
      ...talk,
      speakers: others(speakers),
      hosts: others(hosts),
      organisers: others(organisers),
      organiserEmail: this.#isTheirs(organiserEmail) ? '' : organiserEmail,
      bookingEmail: this.#isTheirs(bookingEmail) ? '' : bookingEmail,
    };
  }

  /** The same correction if nobody in what its source says was forgotten. */
  correctionWithout(correction: Correction): Correction {
    if (correction.source === null) return correction;
    const source = this.talkWithout(correction.source);
    return source === correction.source ? correction : { ...correction, source };
  }

  #isTheirs(address: string): boolean {
    return address !== '' && this.#find('email', address.toLowerCase()) !== undefined;
  }

  #find(kind: HashedKind, value: string): ForgottenPerson | undefined {
    const known = `${kind} ${value}`;
    if (!this.#known.has(known)) {
      const hashes = [...this.#keys].map((key) => hashOf(key, kind, value));
      this.#known.set(
        known,
        hashes.map((hash) => this.#ids.get(hash)).find((person) => person !== undefined),
      );
    }
    return this.#known.get(known);
  }
}

/** As the catalogue remembers that it has forgotten somebody. `others`: those it has forgotten before. */
export function forgottenPerson(
  { slug, emailAddress }: Pick<Person, 'slug' | 'emailAddress'>,
  others: readonly ForgottenPerson[],
  now: string,
): ForgottenPerson {
  const key = others[0]?.key ?? randomBytes(KEY_LENGTH).toString('hex');
  const address = emailAddress.toLowerCase();
  const hashes = [hashOf(key, 'slug', slug), ...(address === '' ? [] : [hashOf(key, 'email', address)])];
  return { id: randomBytes(4).toString('hex'), hashes, key, since: now };
}

type HashedKind = 'slug' | 'email';

function hashOf(key: string, kind: HashedKind, value: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`${kind} ${value}`).digest('hex');
}

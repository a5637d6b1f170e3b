import { createHmac, randomBytes } from 'node:crypto';
import type { Correction } from '#catalogue/correction.ts';
import type { ForgottenPerson } from '#catalogue/forgotten-person.ts';
import type { Person } from '#catalogue/person.ts';
import type { Provenance } from '#catalogue/provenance.ts';
import type { FileRecord, LocatedRecord } from '#catalogue/record.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { TalkRecord } from '#catalogue/talk.ts';
import { NoCatalogue, type Store, StoreUnavailable } from '#store/store.ts';

/** Bytes: the length of a hash. */
const KEY_LENGTH = 32;

/** Recognises forgotten people by hashes, and removes them from records. */
export class ForgottenPeople {
  readonly #ids = new Map<string, ForgottenPerson>();
  readonly #keys: ReadonlySet<string>;
  /** Earlier look-ups: a speaker comes with every talk. */
  readonly #known = new Map<string, ForgottenPerson | undefined>();
  readonly #leftOut = new Set<Slug>();

  constructor(people: readonly ForgottenPerson[]) {
    this.#keys = new Set(people.map(({ key }) => key));
    for (const person of people) for (const hash of person.hashes) this.#ids.set(hash, person);
  }

  /** Number of people removed so far. */
  get leftOut(): number {
    return this.#leftOut.size;
  }

  /** The forgotten person with this slug. Undefined: not forgotten. */
  find(slug: Slug): ForgottenPerson | undefined {
    return this.#find('slug', slug);
  }

  /** With the addresses that were added. */
  get all(): readonly ForgottenPerson[] {
    return [...new Set(this.#ids.values())];
  }

  /**
   * Adds the first address that a source has for somebody who was forgotten without one. Namesakes whose addresses come
   * later are left alone. @param slug the one with the address @returns whether `named` is such a person
   */
  addAddress(named: Slug, { slug, email }: { readonly slug: Slug; readonly email: string }): boolean {
    const before = this.find(named);
    if (before?.hashes.length !== 1) return false;
    const hashes = [...before.hashes, hashOf(before.key, 'slug', slug), hashOf(before.key, 'email', email)];
    const person = { ...before, hashes };
    for (const hash of hashes) this.#ids.set(hash, person);
    this.#known.clear();
    return true;
  }

  /** Removes forgotten people from records. */
  pass(records: readonly LocatedRecord[]): readonly LocatedRecord[] {
    if (this.#keys.size === 0) return records;
    return records.flatMap((located) => {
      const record = this.without(located.record);
      return record === undefined ? [] : [{ ...located, record }];
    });
  }

  /** Undefined: the record of a forgotten person. */
  without<T extends FileRecord>(record: T): T | TalkRecord | undefined {
    if (this.#keys.size === 0) return record;
    if (record.type === 'talk') return this.talkWithout(record);
    if (record.type === 'provenance') return this.#isTheirProvenance(record) ? undefined : record;
    if (record.type !== 'person' || this.find(record.slug) === undefined) return record;
    this.#leftOut.add(record.slug);
    return undefined;
  }

  /** Returns the same talk if nobody in it is forgotten. */
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

  /** Returns the same correction if nobody in its source values is forgotten. */
  correctionWithout(correction: Correction): Correction {
    if (correction.source === null) return correction;
    const source = this.talkWithout(correction.source);
    return source === correction.source ? correction : { ...correction, source };
  }

  #isTheirProvenance({ of, slug }: Provenance): boolean {
    return of === 'person' && this.find(slug) !== undefined;
  }

  #isTheirs(address: string): boolean {
    return address !== '' && this.#find('email', address.toLowerCase()) !== undefined;
  }

  #find(kind: HashedKind, value: string): ForgottenPerson | undefined {
    if (this.#keys.size === 0) return undefined;
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

/**
 * Makes the entry of a forgotten person. @param others people forgotten before, whose key it uses
 * @param otherSlugs those that sources give the person with or without an address
 */
export function forgottenPerson(
  { slug, emailAddress }: Pick<Person, 'slug' | 'emailAddress'>,
  others: readonly ForgottenPerson[],
  now: string,
  otherSlugs: readonly Slug[] = [],
): ForgottenPerson {
  const key = others[0]?.key ?? randomBytes(KEY_LENGTH).toString('hex');
  const address = emailAddress.toLowerCase();
  const hashes = new Set([slug, ...otherSlugs].map((each) => hashOf(key, 'slug', each)));
  if (address !== '') hashes.add(hashOf(key, 'email', address));
  return { id: randomBytes(4).toString('hex'), hashes: [...hashes], key, since: now };
}

type HashedKind = 'slug' | 'email';

function hashOf(key: string, kind: HashedKind, value: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update(`${kind} ${value}`).digest('hex');
}

interface ForgottenBefore {
  readonly people: readonly ForgottenPerson[];
  /** Whether the list is damaged: people on it will be imported again. */
  readonly isLost: boolean;
}

/**
 * The people that an import skips. Call it after the import has begun. @throws StoreUnavailable; but not if there is no
 * catalogue yet, or if it is replaced, perhaps because it is damaged
 */
export async function forgottenBefore(
  store: Pick<Store, 'forgotten'>,
  { replace, intoEmpty }: Readonly<Record<'replace' | 'intoEmpty', boolean>>,
): Promise<ForgottenBefore> {
  try {
    return { people: await store.forgotten.all(), isLost: false };
  } catch (error) {
    if (!(replace || intoEmpty) || !(error instanceof StoreUnavailable)) throw error;
    return { people: [], isLost: !(error instanceof NoCatalogue) };
  }
}

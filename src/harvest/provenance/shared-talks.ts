import type { Provenance } from '#catalogue/provenance.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { Store } from '#store/store.ts';
import type { SourceReading } from '../reading/source-reading.ts';
import type { Identity } from './identity.ts';
import type { SharingOptions } from './ownership.ts';
import type { ProvenanceChanges } from './provenance-changes.ts';

/** Talks that several sources bring under one slug: one source owns each, and the others share it. */
export class SharedTalks {
  readonly #store: Pick<Store, 'provenance'>;
  readonly #reading: ReadonlyMap<string, SourceReading>;
  readonly #changes: ProvenanceChanges;
  readonly #options: SharingOptions;

  /**
   * @param reading all sources of this import, by name
   * @param changes provenance of sources outside this import
   */
  constructor(
    store: Pick<Store, 'provenance'>,
    reading: ReadonlyMap<string, SourceReading>,
    changes: ProvenanceChanges,
    options: SharingOptions,
  ) {
    this.#store = store;
    this.#reading = reading;
    this.#changes = changes;
    this.#options = options;
  }

  /** Whether the owner of a talk still has it, or may still have it. */
  isTold(slug: Slug, owner: string): boolean {
    const reading = this.#reading.get(owner);
    return reading === undefined || reading.isPartial || reading.unread.has(slug) || hasTalk(reading, slug);
  }

  /** Returns the gone talks that other sources have. A source that only shared one becomes its owner. */
  async handOver(missing: ReadonlySet<Slug>, { identity }: SourceReading): Promise<ReadonlySet<Slug>> {
    const found = new Set<Slug>();
    const others = [...this.#reading.values()].filter((other) => other.identity.source !== identity.source);
    for (const slug of missing) if (others.some((other) => hasTalk(other, slug))) found.add(slug);
    const order = this.#options.neighbours?.all ?? (await this.#store.provenance.sources());
    const rows = (await this.#rowsOfOthers([...missing], identity))
      .filter(({ source }) => order.includes(source))
      .sort((a, b) => order.indexOf(a.source) - order.indexOf(b.source));
    for (const { slug, relation } of rows) if (relation === 'owns') found.add(slug);
    for (const row of rows) {
      if (found.has(row.slug)) continue;
      this.#changes.put({ ...row, relation: 'owns' });
      found.add(row.slug);
    }
    return found;
  }

  /** With `takeOver`, makes the source the owner of all talks that it brings; other sources share them. */
  async takeOver({ identity, records, lists }: SourceReading): Promise<void> {
    if (this.#options.takeOver !== true) return;
    const slugs = [...records.slugs].filter((slug) => !lists.talks.has(slug));
    for (const row of await this.#rowsOfOthers(slugs, identity)) {
      if (row.relation === 'owns') this.#changes.put({ ...row, relation: 'shares' });
    }
  }

  /** Provenance of sources outside this import. */
  async #rowsOfOthers(slugs: readonly Slug[], identity: Identity): Promise<readonly Provenance[]> {
    const isRead = ({ source }: { readonly source: string }): boolean =>
      source === identity.source || this.#reading.has(source);
    const rows = await this.#store.provenance.ofRecords('talk', slugs, isRead);
    return rows.filter((row) => !isRead(row));
  }
}

function hasTalk({ records, left }: SourceReading, slug: Slug): boolean {
  return records.has(slug) || left.has(slug);
}

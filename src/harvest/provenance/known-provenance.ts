import type { Provenance, ProvenanceId } from '#catalogue/provenance.ts';
import type { Slug } from '#catalogue/slug.ts';
import type { Store } from '#store/store.ts';
import type { StoreImport } from '#store/store-import.ts';
import type { Identity } from './identity.ts';

/** What the store knows of a source before an import. Talks and people are keys by slug. */
export interface KnownProvenance {
  readonly owns: ReadonlyMap<Slug, string>;
  readonly shares: ReadonlyMap<Slug, string>;
  /** Talks cancelled because they were gone from the source, or by words in their entries. */
  readonly cancelled: ReadonlySet<Slug>;
  readonly collections: ReadonlySet<Slug>;
  readonly people: ReadonlyMap<Slug, string>;
  /** Typed keys of people, places, series and topics that it owns. */
  readonly others: ReadonlySet<string>;
}

export const NOTHING_KNOWN: KnownProvenance = known([]);

/** Removes corrupt rows, so that the import writes them again. @throws StoreUnavailable */
export async function knownProvenance(
  store: Pick<Store, 'provenance'>,
  started: Pick<StoreImport, 'changeProvenance'>,
  { source }: Identity,
): Promise<KnownProvenance> {
  const corrupt: ProvenanceId[] = [];
  const rows = await store.provenance.ofSource(source, (row) => {
    corrupt.push(row);
    return true;
  });
  await started.changeProvenance({ forget: corrupt });
  return known(rows);
}

function known(rows: readonly Provenance[]): KnownProvenance {
  const owns = new Map<Slug, string>();
  const shares = new Map<Slug, string>();
  const cancelled = new Set<Slug>();
  const collections = new Set<Slug>();
  const people = new Map<Slug, string>();
  const others = new Set<string>();
  for (const row of rows) {
    if (row.of === 'talk') (row.relation === 'owns' ? owns : shares).set(row.slug, row.key);
    else if (row.relation === 'owns')
      (row.of === 'collection' ? collections : others).add(
        row.of === 'collection' ? row.slug : `${row.of} ${row.slug}`,
      );
    if (row.of === 'person' && row.relation === 'owns') people.set(row.slug, row.key);
    if (row.cancelled) cancelled.add(row.slug);
  }
  return { owns, shares, cancelled, collections, people, others };
}

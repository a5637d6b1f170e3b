import type { Provenance, ProvenanceId } from '#catalogue/provenance.ts';
import type { ProvenanceChange } from '#store/store-import.ts';

/** Provenance rows that an import changes. */
export class ProvenanceChanges {
  readonly #put = new Map<string, Provenance>();
  readonly #forgotten = new Map<string, ProvenanceId>();

  /** A row put before. */
  get(id: ProvenanceId): Provenance | undefined {
    return this.#put.get(nameOf(id));
  }

  put(row: Provenance): void {
    this.#put.set(nameOf(row), row);
    this.#forgotten.delete(nameOf(row));
  }

  forget(id: ProvenanceId): void {
    this.#put.delete(nameOf(id));
    this.#forgotten.set(nameOf(id), id);
  }

  get change(): ProvenanceChange {
    return { put: [...this.#put.values()], forget: [...this.#forgotten.values()] };
  }
}

/** Provenance of a talk that the source owns. */
export function ownership(source: string, slug: string, key: string): Provenance {
  return { type: 'provenance', source, of: 'talk', slug, relation: 'owns', cancelled: false, key };
}

function nameOf({ source, of, slug }: ProvenanceId): string {
  return `${of} ${slug} ${source}`;
}

import type { TalkDetails } from '#catalogue/talk-details.ts';
import type { TalkIndex } from '#search/index/talk-index.ts';
import type { AtVersion, Store } from '#store/store.ts';
import type { DocumentAssembler } from './document-assembler.ts';
import type { TalkListKind } from '../api/listing.ts';

/** One version of the catalogue, for who puts together what needs several answers. */
export interface Snapshot {
  readonly index: TalkIndex;
  /** Records of these talks (numbers), in their order. */
  readonly talks: (numbers: Uint32Array) => Promise<readonly TalkDetails[]>;
  /** What lists talks; undefined when there is no such thing. */
  readonly record: <T>(kind: TalkListKind<T>, id: string) => Promise<T | undefined>;
  /** What was found otherwise, where it is of this version. */
  readonly same: <T>(found: AtVersion<T>) => T;
}

/** The store is in another state than the index that is read. */
class OtherVersion extends Error {
  readonly version: number;

  constructor(version: number) {
    super('The catalogue changed while it was read');
    this.version = version;
  }
}

/** Runs `read` on one version of the catalogue: again when it changes meanwhile. @throws HttpError 503, as atOneVersion does */
export async function readTogether<T>(
  { composer, store }: { readonly composer: DocumentAssembler; readonly store: Store },
  read: (reading: Snapshot) => Promise<T>,
): Promise<T> {
  const result = await composer.atOneVersion(async (index): Promise<AtVersion<{ readonly value: T } | undefined>> => {
    const { version } = index.state;
    function checked<V>(found: AtVersion<V>): V {
      if (found.version !== version) throw new OtherVersion(found.version);
      return found.value;
    }
    const reading: Snapshot = {
      index,
      talks: async (numbers) => checked(await composer.details(index, numbers)),
      record: async (kind, id) => checked(await kind.find(store, id)),
      same: checked,
    };
    try {
      return { version, value: { value: await read(reading) } };
    } catch (error) {
      if (error instanceof OtherVersion) return { version: error.version, value: undefined };
      throw error;
    }
  });
  if (result === undefined) throw new Error('what was read of another version was taken for this one');
  return result.value;
}

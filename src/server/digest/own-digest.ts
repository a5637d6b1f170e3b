import { makeView, type View } from '#pages/frame/view.ts';
import type { Language } from '#pages/frame/language.ts';
import type { DigestQuestion } from '#search/query/digest-question.ts';
import { startReplica } from '#search/replica/index-replica.ts';
import { folderOf, openStore } from '#store/open.ts';
import { StoreUnavailable } from '#store/store.ts';
import { Catalogue } from '../documents/snapshot.ts';
import { firstIndex } from '../first-index.ts';
import { readBrand, type BrandSettings } from '../pages/brand-files.ts';
import { publicationOf, type PublicationSettings } from '../publication.ts';
import { withTitles } from '../untitled-talks.ts';
import type { DigestState } from './digest-state.ts';
import { digestSince, type MadeDigest } from './make-digest.ts';

/** What a digest is made with; docs/reference/settings.md explains each. */
export interface DigestSettings extends PublicationSettings, BrandSettings {
  readonly database: string;
  /** Null: beside the database. */
  readonly cacheFolder: string | null;
  readonly port: number;
  readonly untitled: string;
}

export interface DigestWanted {
  readonly digest: DigestQuestion;
  /** Null: the first of the languages. */
  readonly language: Language | null;
  /** What the last one knew. */
  readonly before: DigestState | undefined;
  readonly now: Date;
}

/** A digest of the catalogue in a database, and the view to write it in. @throws StoreUnavailable */
export async function ownDigest(
  settings: DigestSettings,
  { digest, language, before, now }: DigestWanted,
): Promise<MadeDigest & { readonly view: View }> {
  const { database } = settings;
  const brand = await readBrand(settings, false);
  const store = await openStore(database, { mode: 'read' });
  // The index that a server has saved is read, and none is saved.
  const cacheFolder = settings.cacheFolder ?? folderOf(database);
  const replica = await startReplica({ database, cacheFolder, snapshotTalks: Infinity });
  try {
    if (replica.index === undefined && replica.isTroubleLasting) throw new StoreUnavailable(replica.trouble);
    await firstIndex(replica);
    const catalogue = new Catalogue(withTitles(store, settings.untitled), replica);
    const made = await catalogue.read((snapshot) => digestSince(snapshot, digest, { before, now }));
    const view = makeView({
      publication: publicationOf(settings, settings.port),
      brand,
      language: language ?? 'en',
      languageInAddress: language !== null,
      here: '/digest',
      now,
    });
    return { ...made, view };
  } finally {
    await replica.close();
    await store.close();
  }
}

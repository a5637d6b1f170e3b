import { makeView, type View } from '#pages/frame/view.ts';
import type { Language } from '#pages/frame/language.ts';
import type { DigestQuestion } from '#search/query/digest-question.ts';
import { firstIndex } from '../first-index.ts';
import { readBrand, type BrandSettings } from '../pages/brand-files.ts';
import { openOwnCatalogue, type OwnCatalogueSettings } from '../own-catalogue.ts';
import { publicationOf, type PublicationSettings } from '../publication.ts';
import type { DigestState } from './digest-state.ts';
import { digestSince, type MadeDigest } from './make-digest.ts';

/** Options of a digest; docs/reference/settings.md explains each. */
interface DigestSettings extends OwnCatalogueSettings, PublicationSettings, BrandSettings {
  readonly port: number;
}

interface DigestWanted {
  readonly digest: DigestQuestion;
  /** Null: the first of the languages. */
  readonly language: Language | null;
  /** State of the last digest. */
  readonly before: DigestState | undefined;
  readonly now: Date;
}

/** A digest of the catalogue in a database, and the view to write it in. @throws StoreUnavailable */
export async function ownDigest(
  settings: DigestSettings,
  { digest, language, before, now }: DigestWanted,
): Promise<MadeDigest & { readonly view: View }> {
  const brand = await readBrand(settings, false);
  // No index is saved.
  const { catalogue, replica, close } = await openOwnCatalogue(settings, { snapshotTalks: Infinity });
  try {
    await firstIndex(replica);
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
    await close();
  }
}

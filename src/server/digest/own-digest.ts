import { makeView, type View } from '#pages/frame/view.ts';
import type { Language } from '#pages/frame/language.ts';
import type { DigestQuestion } from '#search/query/digest-question.ts';
import { startReadCopy } from '#replica/read-copy.ts';
import { Catalogue } from '#replica/catalogue.ts';
import { readBrand } from '../pages/brand-files.ts';
import type { BrandSettings } from '../pages/brand-files.ts';
import { publicationOf, type PublicationSettings } from '../server-settings.ts';
import { digestSince, type DigestState, type MadeDigest } from './make-digest.ts';

/** Options of a digest; docs/reference/settings.md explains each. */
interface DigestSettings extends PublicationSettings, BrandSettings {
  readonly database: string;
  readonly cacheFolder: string | null;
  readonly untitled: string;
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
  const { database, cacheFolder, untitled, timeZone } = settings;
  const copy = await startReadCopy({ database, cacheFolder, untitled, timeZone });
  try {
    await copy.ready;
    const made = await new Catalogue(copy).find(digest.question.text, (snapshot) =>
      digestSince(snapshot, digest, { before, now }),
    );
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
    await copy.close();
  }
}

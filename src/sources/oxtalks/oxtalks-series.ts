import { FetchFailure } from '../fetch/fetch-failure.ts';
import { isObject, readJsonDocument, optionalText, stringText, type JsonObject } from '../json-document.ts';
import { imageIn } from '../source-image.ts';
import type { SourceSeries } from '../source-talk.ts';
import { OptionalDocuments, type OxtalksAccess } from './oxtalks-access.ts';

/** A date after all talks, to get the details of a series without its talks. */
const WITHOUT_TALKS = 'from=9999-01-01';

/** Series that talks name only by title; the details are in documents of their own. */
export class NamedSeries {
  /** Number of documents that were read, and that could not be read. */
  read = 0;
  left = 0;
  /** Titles by slug; null: the details are known already. */
  readonly #titles = new Map<string, string | null>();
  readonly #documents = new OptionalDocuments();

  name(series: SourceSeries | null): void {
    if (series?.slug === undefined) return;
    if (series.description !== undefined) this.#titles.set(series.slug, null);
    else if (!this.#titles.has(series.slug)) this.#titles.set(series.slug, series.title);
  }

  /** @throws as `OptionalDocuments.get` */
  async *described(access: OxtalksAccess): AsyncGenerator<SourceSeries> {
    for (const [slug, title] of this.#titles) {
      if (title === null) continue;
      const document = this.#documents.isHopeless ? undefined : await this.#document(slug, access);
      if (document === undefined) {
        this.left++;
        continue;
      }
      this.read++;
      yield { title: stringText(document.title) || title, slug, ...saidOfSeries(document) };
    }
  }

  /** Undefined: it cannot be read, or is not a series. */
  async #document(slug: string, access: OxtalksAccess): Promise<JsonObject | undefined> {
    const address = `${access.api}/series/${slug}?${WITHOUT_TALKS}`;
    const file = await this.#documents.get(() => access.further(address, { isLasting: true, isAside: true }));
    if (file instanceof FetchFailure) return undefined;
    const read = await readJsonDocument(file);
    return read.ok && isObject(read.value) && typeof read.value.description === 'string' ? read.value : undefined;
  }
}

/** Details in the document of a series. OxTalks has no web address there. */
export function saidOfSeries(document: JsonObject): Omit<SourceSeries, 'title' | 'slug' | 'key'> {
  return {
    description: optionalText(document.description),
    occurrence: optionalText(document.occurence),
    webAddress: optionalText(document.web_address),
    image: imageIn(document.image),
  };
}

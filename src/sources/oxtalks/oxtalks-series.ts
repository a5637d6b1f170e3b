import { FetchFailure } from '../fetch/fetch-failure.ts';
import { isObject, readJsonDocument, saidText, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import type { SourceSeries } from '../source-talk.ts';
import type { OxtalksAccess } from './oxtalks-access.ts';
import { Tries } from './oxtalks-tries.ts';

/** A day after every talk: what a series says of itself is asked for, and not its talks again. */
const WITHOUT_TALKS = 'from=9999-01-01';

/** The series that talks name, by title alone, and what their own documents say of them (interface.md 2.6). */
export class NamedSeries {
  /** How many documents were read, and how many could not be had. */
  read = 0;
  left = 0;
  /** By slug, the titles of those of which nothing else has been said; `null` of the others. */
  readonly #titles = new Map<string, string | null>();
  readonly #tries = new Tries();

  name(series: SourceSeries | null): void {
    if (series?.slug === undefined) return;
    if (series.description !== undefined) this.#titles.set(series.slug, null);
    else if (!this.#titles.has(series.slug)) this.#titles.set(series.slug, series.title);
  }

  /** @throws what reading addresses does, when the server is unwell */
  async *described(access: OxtalksAccess): AsyncGenerator<SourceSeries> {
    for (const [slug, title] of this.#titles) {
      if (title === null) continue;
      const document = this.#tries.isHopeless ? undefined : await this.#document(slug, access);
      if (document === undefined) {
        this.left++;
        continue;
      }
      this.read++;
      yield { title: stringText(document.title) || title, slug, ...saidOfSeries(document) };
    }
  }

  /** Undefined when it cannot be had, or is of something else. */
  async #document(slug: string, access: OxtalksAccess): Promise<JsonObject | undefined> {
    const address = `${access.api}/series/${slug}?${WITHOUT_TALKS}`;
    const file = await this.#tries.have(() => access.further(address, { isLasting: true, isAside: true }));
    if (file instanceof FetchFailure) return undefined;
    const read = await readJsonDocument(file);
    return read.ok && isObject(read.value) && typeof read.value.description === 'string' ? read.value : undefined;
  }
}

/** What a series' document says besides its title. OxTalks has no address of the web there. */
export function saidOfSeries(document: JsonObject): Omit<SourceSeries, 'title' | 'slug' | 'key'> {
  return {
    description: saidText(document.description),
    occurrence: saidText(document.occurence),
    webAddress: saidText(document.web_address),
  };
}

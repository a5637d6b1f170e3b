import { FetchFailure } from '../fetch/fetch-failure.ts';
import type { SourceFile } from '../source-format.ts';
import { isObject, readJsonDocument, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { hrefOf } from './oxtalks-links.ts';

/** Complete descriptions in a row that show that a server does not cut them. */
const ENOUGH = 3;
const CUT = /(?:\.\.\.|…)$/;

/**
 * Listings may cut descriptions and end them with an ellipsis (interface.md 2.2). These are read from the talk's own
 * address, as long as that finds any that were cut.
 */
export class CutDescriptions {
  /** Descriptions that were completed, and that may be cut but could not be. */
  completed = 0;
  left = 0;
  readonly #further: SourceFile['further'];
  #inVain = 0;

  constructor(further: SourceFile['further']) {
    this.#further = further;
  }

  /** @param at address of the listing @throws what reading addresses does, unless the talk is gone */
  async whole(talk: JsonObject, at: string): Promise<JsonObject> {
    const description = stringText(talk.description);
    // Blanks are trimmed, not matched: a pattern would backtrack over a long run of them.
    const beginning = description.trimEnd().replace(CUT, '');
    const mayBeCut = beginning.length < description.trimEnd().length;
    if (!mayBeCut || this.#inVain >= ENOUGH) return talk;
    const found = await this.#described(talk, at);
    if (found === undefined) {
      this.left++;
      return talk;
    }
    const isCut = found.length > description.length && found.startsWith(beginning.trimEnd());
    if (!isCut) {
      if (this.completed === 0) this.#inVain++;
      return talk;
    }
    this.completed++;
    return { ...talk, description: found };
  }

  /** Undefined when it cannot be read. */
  async #described(talk: JsonObject, at: string): Promise<string | undefined> {
    const href = isObject(talk._links) ? hrefOf(talk._links.self) : '';
    if (this.#further === undefined || href === '' || !URL.canParse(href, at)) return undefined;
    try {
      const read = await readJsonDocument(await this.#further(new URL(href, at).href));
      return read.ok && isObject(read.value) ? stringText(read.value.description) : undefined;
    } catch (error) {
      if (error instanceof FetchFailure && !error.isTemporary) return undefined;
      throw error;
    }
  }
}

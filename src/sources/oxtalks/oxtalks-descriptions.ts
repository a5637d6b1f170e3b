import { FetchFailure } from '../fetch/fetch-failure.ts';
import type { SourceFile } from '../source-format.ts';
import { isObject, readJsonDocument, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { hrefOf } from './oxtalks-links.ts';

/** After this many complete descriptions in a row, the server is taken not to cut them. */
const ENOUGH = 3;
const CUT = /(?:\.\.\.|…)$/;

/**
 * Listings may cut descriptions and end them with an ellipsis. Such talks are read from their own
 * addresses, until several in a row turn out to be complete.
 */
export class CutDescriptions {
  /** Number of descriptions completed, and of those that may be cut but could not be completed. */
  completed = 0;
  left = 0;
  readonly #further: SourceFile['further'];
  #inVain = 0;

  constructor(further: SourceFile['further']) {
    this.#further = further;
  }

  /** @param at address of the listing @throws errors of reading addresses, unless the talk is gone */
  async whole(talk: JsonObject, at: string): Promise<JsonObject> {
    const description = stringText(talk.description);
    // Trims blanks instead of matching them: a pattern would backtrack over a long run of them.
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

  /** Undefined: it cannot be read. */
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

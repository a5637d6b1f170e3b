import { FetchFailure } from '../fetch/fetch-failure.ts';
import type { SourceFile } from '../format.ts';
import { isObject, readJsonDocument, stringText } from '../json-document.ts';
import type { JsonObject } from '../json-document.ts';
import { hrefOf } from './oxtalks-links.ts';

/** Descriptions looked up in vain, one after the other, that show that a server does not cut them. */
const ENOUGH = 3;
const CUT = /(?:\.\.\.|…)$/;

/**
 * Listings may cut descriptions short and end them with an ellipsis (interface.md 2.2). Those that may be cut are read whole
 * at the talk's own address, for as long as that shows that they are.
 */
export class CutDescriptions {
  /** How many were read whole, and how many may be cut and could not be. */
  completed = 0;
  left = 0;
  readonly #further: SourceFile['further'];
  #inVain = 0;

  constructor(further: SourceFile['further']) {
    this.#further = further;
  }

  /** @param at the listing's address @throws what reading addresses does, unless the talk is no longer there */
  async whole(talk: JsonObject, at: string): Promise<JsonObject> {
    const description = stringText(talk.description);
    // Blanks are trimmed and not matched: of a stretch of them a pattern would look at every end.
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

  /** Undefined when it cannot be had. */
  async #described(talk: JsonObject, at: string): Promise<string | undefined> {
    const href = isObject(talk._links) ? hrefOf(talk._links.self) : '';
    if (this.#further === undefined || href === '' || !URL.canParse(href, at)) return undefined;
    try {
      const read = await readJsonDocument(await this.#further(new URL(href, at).href));
      return read.ok && isObject(read.value) ? stringText(read.value.description) : undefined;
    } catch (error) {
      if (error instanceof FetchFailure && !error.isPassing) return undefined;
      throw error;
    }
  }
}

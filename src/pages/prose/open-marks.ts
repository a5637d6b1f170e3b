import { escapedXml } from '#representations/json/xml-text.ts';
import { linkTarget } from './address.ts';

/** Inline elements. */
export type Mark = 'strong' | 'em' | 'cite' | 'del' | 'ins' | 'sub' | 'sup' | 'code' | 'a';

interface OpenMark {
  readonly mark: Mark;
  /** The target of a link. */
  readonly href: string;
}

const MAX_MARKS = 8;

/** The open marks. Their tags are written only once there is text, and again in each block that they span. */
export class OpenMarks {
  readonly #all: OpenMark[] = [];
  /** For how many of them, from the first, tags have been written. */
  #written = 0;

  has(mark: Mark): boolean {
    return this.#all.some((open) => open.mark === mark);
  }

  /** @returns whether it was opened: marks do not nest in themselves, nor deeply in each other */
  open(mark: OpenMark): boolean {
    if (this.#all.length >= MAX_MARKS || this.has(mark.mark)) return false;
    this.#all.push(mark);
    return true;
  }

  /** Opening tags of the marks that have not been written yet. */
  write(): string {
    const tags = this.#all.slice(this.#written).map(({ mark, href }) => (mark === 'a' ? linkTag(href) : `<${mark}>`));
    this.#written = this.#all.length;
    return tags.join('');
  }

  /** Closing tags of a mark, if it is open, and of those within it, which stay open for the text that follows. */
  close(mark: Mark): string {
    const at = this.#all.findIndex((open) => open.mark === mark);
    if (at < 0) return '';
    const tags = this.suspend(at);
    this.#all.splice(at, 1);
    return tags;
  }

  /** Closing tags of the marks from `at` on. They count as open, and are written again before the next text. */
  suspend(at = 0): string {
    const tags = this.#all.slice(at, this.#written).map(({ mark }) => `</${mark}>`);
    this.#written = Math.min(this.#written, at);
    return tags.reverse().join('');
  }
}

function linkTag(href: string): string {
  return `<a href="${escapedXml(href)}" rel="nofollow noopener">`;
}

/** An address as a link to itself, where it may be one. */
export function linked(address: string): string {
  const target = linkTarget(address);
  return target === undefined ? escapedXml(address) : `${linkTag(target)}${escapedXml(address)}</a>`;
}

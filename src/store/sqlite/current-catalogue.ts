import type { AtVersion } from '../store.js';
import { OpenCatalogue } from './catalogue.js';
import { explained } from './trouble.js';

/** The catalogue at a path: opened when first read, and opened again whenever the file is another or was mended. */
export class CurrentCatalogue {
  readonly #path: string;
  #catalogue: OpenCatalogue | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads in one transaction. @throws StoreUnavailable */
  read<T>(read: (catalogue: OpenCatalogue) => T): AtVersion<T> {
    return this.use((catalogue) => catalogue.read(read));
  }

  /** What fails is closed, so that the next one who asks finds the file as it then is. @throws StoreUnavailable */
  use<T>(use: (catalogue: OpenCatalogue) => T): T {
    try {
      if (this.#catalogue?.isCurrent() === false) this.close();
      this.#catalogue ??= new OpenCatalogue(this.#path);
      return use(this.#catalogue);
    } catch (error) {
      this.close();
      throw explained(error, this.#path);
    }
  }

  /** May be used again after that. */
  close(): void {
    this.#catalogue?.close();
    this.#catalogue = undefined;
  }
}

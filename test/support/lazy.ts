/** A value that is created once, on first use. */
export class Lazy<T> {
  readonly #make: () => Promise<T>;
  #made: Promise<T> | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  get(): Promise<T> {
    return (this.#made ??= this.#make());
  }

  /** The value; undefined before the first `get`. */
  get made(): Promise<T> | undefined {
    return this.#made;
  }
}

/** Something that is made once, when it is first asked for. */
export class Lazy<T> {
  readonly #make: () => Promise<T>;
  #made: Promise<T> | undefined;

  constructor(make: () => Promise<T>) {
    this.#make = make;
  }

  get(): Promise<T> {
    return (this.#made ??= this.#make());
  }

  /** What was made; undefined when nobody has asked. */
  get made(): Promise<T> | undefined {
    return this.#made;
  }
}

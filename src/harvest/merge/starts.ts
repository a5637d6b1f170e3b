/** Numbers of talks with their starts, in twelve bytes each. */
export class Starts {
  #starts = new Float64Array(1024);
  #numbers = new Uint32Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @param start seconds */
  add(start: number, number: number): void {
    if (this.#size === this.#starts.length) this.#grow();
    this.#starts[this.#size] = start;
    this.#numbers[this.#size] = number;
    this.#size++;
  }

  addAll(talks: readonly { readonly start: number; readonly number: number }[]): void {
    for (const { start, number } of talks) this.add(start, number);
  }

  /** All starts, in the order added. */
  all(): Float64Array {
    return this.#starts.subarray(0, this.#size);
  }

  /** Numbers in order of the starts. */
  numbers(): Uint32Array {
    const order = new Uint32Array(this.#size).map((_, index) => index);
    order.sort((a, b) => (this.#starts[a] ?? 0) - (this.#starts[b] ?? 0) || a - b);
    return order.map((index) => this.#numbers[index] ?? 0);
  }

  #grow(): void {
    const starts = new Float64Array(this.#size * 2);
    const numbers = new Uint32Array(this.#size * 2);
    starts.set(this.#starts);
    numbers.set(this.#numbers);
    this.#starts = starts;
    this.#numbers = numbers;
  }
}

/** Signature, flags, no extension (postgresql.org/docs/current/sql-copy.html, Binary Format). */
const HEADER = Buffer.concat([Buffer.from('PGCOPY\n\xff\r\n\0', 'latin1'), Buffer.alloc(8)]);

/** Rows in the binary format of PostgreSQL's COPY. */
export class CopyData {
  readonly #columns: number;
  #buffer: Buffer = Buffer.allocUnsafe(64 * 1024);
  #at = HEADER.copy(this.#buffer);

  constructor(columns: number) {
    this.#columns = columns;
  }

  /** Begins a row. */
  row(): void {
    this.#room(2);
    this.#at = this.#buffer.writeInt16BE(this.#columns, this.#at);
  }

  int32(value: number | null): void {
    this.#room(8);
    if (value === null) {
      this.#null();
      return;
    }
    this.#at = this.#buffer.writeInt32BE(4, this.#at);
    this.#at = this.#buffer.writeInt32BE(value, this.#at);
  }

  /** A whole number; a double has 53 bits of it. */
  int64(value: number | null): void {
    this.#room(12);
    if (value === null) {
      this.#null();
      return;
    }
    this.#at = this.#buffer.writeInt32BE(8, this.#at);
    this.#at = this.#buffer.writeInt32BE(Math.floor(value / 2 ** 32), this.#at);
    this.#at = this.#buffer.writeUInt32BE(value >>> 0, this.#at);
  }

  bytes(value: Uint8Array | null): void {
    this.#room(4 + (value?.length ?? 0));
    if (value === null) {
      this.#null();
      return;
    }
    this.#at = this.#buffer.writeInt32BE(value.length, this.#at);
    this.#buffer.set(value, this.#at);
    this.#at += value.length;
  }

  /** Written as UTF-8, which takes at most three bytes for a UTF-16 unit. */
  text(value: string): void {
    this.#room(4 + value.length * 3);
    const length = this.#buffer.write(value, this.#at + 4);
    this.#buffer.writeInt32BE(length, this.#at);
    this.#at += 4 + length;
  }

  /** The finished data; undefined when there is no row. */
  end(): Buffer | undefined {
    if (this.#at === HEADER.length) return undefined;
    this.#room(2);
    this.#at = this.#buffer.writeInt16BE(-1, this.#at);
    return this.#buffer.subarray(0, this.#at);
  }

  #null(): void {
    this.#at = this.#buffer.writeInt32BE(-1, this.#at);
  }

  #room(bytes: number): void {
    if (this.#at + bytes <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.length * 2, this.#at + bytes));
    this.#buffer.copy(larger, 0, 0, this.#at);
    this.#buffer = larger;
  }
}

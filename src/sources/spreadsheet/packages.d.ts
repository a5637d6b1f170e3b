/** The parts of yauzl that we use; it is optional, so its types may not be installed. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream';

  export interface Entry {
    readonly fileName: string;
    readonly compressedSize: number;
    readonly crc32: number;
    isEncrypted(): boolean;
  }

  export interface ZipFile {
    eachEntry(): AsyncIterable<Entry>;
    openReadStreamPromise(entry: Entry): Promise<Readable>;
  }

  export function fromBufferPromise(buffer: Buffer, options: { readonly lazyEntries: true }): Promise<ZipFile>;
}

/** The parts of yazl that we use; it is optional, too. */
declare module 'yazl' {
  import type { Readable } from 'node:stream';

  export class ZipFile {
    readonly outputStream: Readable;
    addBuffer(bytes: Buffer, name: string, options: { readonly mtime: Date; readonly forceDosTimestamp: true }): void;
    end(): void;
  }
}

import { crc32, deflateRawSync } from 'node:zlib';

/** The content of a file in an archive. */
type Part = string | Buffer;

/** A zip archive of these files. @param flags general purpose bit flags; 1 marks the files as encrypted */
export function zipFile(parts: Readonly<Record<string, Part>>, flags = 0): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, part] of Object.entries(parts)) {
    const bytes = Buffer.from(part);
    // OpenDocument stores its media type uncompressed.
    const isStored = name === 'mimetype';
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(flags | 0x0800, 2);
    about.writeUInt16LE(isStored ? 0 : 8, 4);
    about.writeUInt32LE(crc32(bytes), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(bytes.length, 18);
    about.writeUInt16LE(Buffer.byteLength(name), 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), about, rest, Buffer.from(name)]));
    locals.push(local);
    at += local.length;
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...locals, central, end]);
}

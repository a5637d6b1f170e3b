const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The size of an image, from its header (PNG, 11.2.2). @throws if it is not a PNG */
export function pngSize(bytes: Buffer): { readonly width: number; readonly height: number } {
  if (!bytes.subarray(0, 8).equals(SIGNATURE) || bytes.toString('latin1', 12, 16) !== 'IHDR')
    throw new Error('not a PNG');
  if (bytes.toString('latin1', bytes.length - 8, bytes.length - 4) !== 'IEND') throw new Error('the PNG is truncated');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

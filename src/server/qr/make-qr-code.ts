import type { QrCode } from '#pages/display/qr-code.ts';

/** Bytes. More would be squares too small to scan from afar. */
const MAX_LENGTH = 500;

/**
 * An address as a QR code, with medium error correction; undefined if it is too long. Needs an optional package: see
 * `canDrawCards`. Takes a millisecond or two.
 */
export async function qrCode(address: string): Promise<QrCode | undefined> {
  if (Buffer.byteLength(address) > MAX_LENGTH) return undefined;
  const { generate, correction } = await import('lean-qr');
  const code = generate(address, { minCorrectionLevel: correction.M });
  const { size } = code;
  let path = '';
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const from = x;
      while (x < size && code.get(x, y)) x += 1;
      if (x > from) path += `M${String(from)} ${String(y)}h${String(x - from)}v1H${String(from)}z`;
    }
  }
  return { size, path };
}

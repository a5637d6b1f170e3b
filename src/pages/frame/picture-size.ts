/** The width and height of an image as whole numbers from 1, in any unit: only their ratio matters. */
export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** Reads the size of an image; undefined if unknown. @param ending its file extension, without the dot */
export function pictureSize(content: Buffer, ending: string): PictureSize | undefined {
  const read = READERS[ending];
  try {
    return wholeSize(read?.(content));
  } catch (error) {
    // The file is truncated.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

type Read = (content: Buffer) => PictureSize | undefined;

const READERS: Readonly<Record<string, Read>> = {
  png: pngSize,
  jpg: jpegSize,
  jpeg: jpegSize,
  webp: webpSize,
  svg: svgSize,
};

/** Scales SVG sizes, which may be fractional, to whole numbers. */
const FINE = 1000;

function wholeSize(size: PictureSize | undefined): PictureSize | undefined {
  if (size === undefined) return undefined;
  const scale = Number.isInteger(size.width) && Number.isInteger(size.height) ? 1 : FINE;
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)];
  const isSize = (length: number): boolean => Number.isSafeInteger(length) && length > 0;
  return isSize(width) && isSize(height) ? { width, height } : undefined;
}

/** PNG, 11.2.2: the first chunk. */
function pngSize(content: Buffer): PictureSize | undefined {
  if (content.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

/** ITU T.81, B.2.2: the first frame header, after segments with a length each. */
function jpegSize(content: Buffer): PictureSize | undefined {
  for (let at = 2; content[at] === 0xff; at += 2 + content.readUInt16BE(at + 2)) {
    const marker = content.readUInt8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: content.readUInt16BE(at + 7), height: content.readUInt16BE(at + 5) };
  }
  return undefined;
}

/** RFC 9649, 2.5 to 2.7: lossy, lossless, or extended. */
function webpSize(content: Buffer): PictureSize | undefined {
  switch (content.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
    case 'VP8L': {
      const bits = content.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
    default:
      return undefined;
  }
}

/** SVG 2, 8.12: from width and height if they are lengths, else from the viewBox. */
function svgSize(content: Buffer): PictureSize | undefined {
  const root = /<svg\b[^>]*>/.exec(content.toString().replace(/<!--[^]*?-->/g, ''))?.[0] ?? '';
  const valueOf = (name: string): string => new RegExp(`\\s${name}\\s*=\\s*["']([^"']*)["']`).exec(root)?.[1] ?? '';
  const [width, height] = [valueOf('width'), valueOf('height')].map((text) => /^\s*([\d.]+)([a-z]*)\s*$/.exec(text));
  if (width && height && width[2] === height[2]) return { width: Number(width[1]), height: Number(height[1]) };
  const [, , across, down] = valueOf('viewBox')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  return across === undefined || down === undefined ? undefined : { width: across, height: down };
}

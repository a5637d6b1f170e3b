import { crc32, deflateSync } from 'node:zlib';
import type { Image } from '#catalogue/image.ts';
import { Random } from './random.ts';

/** Drawings of each kind. Records share them. */
const DRAWINGS = 12;

/** The logo of the university: a lighthouse above waves. */
export const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#14545f"/><path d="M13 7h6l2 15H11zM12 5l4-3 4 3z" fill="#fbfaf6"/><path d="M2 9l9 1v3L2 12zM30 9l-9 1v3l9-1z" fill="#f2b544"/><path d="M2 25q3.5-4 7 0t7 0 7 0 7 0" fill="none" stroke="#fbfaf6" stroke-width="2"/></svg>
`;

/** A drawing for a record; null for most. @param kind as in the names of the files */
export function drawnFor(kind: 'sea' | 'face', share: number, random: Random): Image | null {
  return random.chance(share) ? { url: `${kind}-${String(random.below(DRAWINGS))}.png`, alt: '' } : null;
}

/** Ground first, then what is drawn on it from the back to the front. */
const PALETTES = [
  ['#f6e7c8', '#e8833a', '#8fb8b5', '#4f8a8b', '#2b5f6b', '#14404d'],
  ['#dfeaf2', '#f2c14e', '#9db4c0', '#5c8aa8', '#35617f', '#1f3b57'],
  ['#f3ddd3', '#c8553d', '#d9a78b', '#a26769', '#6d4c5b', '#3d2c3e'],
  ['#e6efd8', '#f2b134', '#a7c28a', '#6f9f6a', '#3f7056', '#224b45'],
];

/** The drawings by file name: landscapes `sea-3.png` of the coast, and portraits `face-3.png`. */
export function* sampleDrawings(): Generator<readonly [name: string, png: Buffer]> {
  for (let at = 0; at < DRAWINGS; at += 1) {
    yield [`sea-${String(at)}.png`, png(960, 320, at, landscape(at))];
    yield [`face-${String(at)}.png`, png(256, 256, at, portrait(at))];
  }
}

/** The number of a colour in the palette at each place, both from 0 to 1 of the height. */
type Drawing = (x: number, y: number) => number;

/** The sun above four rows of waves, or of hills. */
function landscape(at: number): Drawing {
  const random = new Random(1, 'picture', at);
  const [sunX, sunY, radius] = [0.4 + random.next() * 2.2, 0.2 + random.next() * 0.2, 0.1 + random.next() * 0.1];
  const rows = [0.42, 0.55, 0.7, 0.86].map((height) => {
    const [slow, fast, shift] = [1 + random.next() * 2, 4 + random.next() * 5, random.next() * 7];
    return (x: number): number => height + 0.07 * Math.sin(slow * x + shift) + 0.02 * Math.sin(fast * x + 2 * shift);
  });
  return (x, y) => {
    for (let row = rows.length - 1; row >= 0; row -= 1) if (y > (rows[row]?.(x) ?? 1)) return row + 2;
    return (x - sunX) ** 2 + (y - sunY) ** 2 < radius ** 2 ? 1 : 0;
  };
}

/** Head and shoulders, without a face. */
function portrait(at: number): Drawing {
  const random = new Random(1, 'picture', DRAWINGS + at);
  const [width, hair, long] = [0.15 + random.next() * 0.03, 0.3 + random.next() * 0.08, random.chance(0.5)];
  const within = (x: number, y: number, wide: number, high: number): boolean => (x / wide) ** 2 + (y / high) ** 2 < 1;
  return (x, y) => {
    const [across, down] = [x - 0.5, y - 0.42];
    const isHead = within(across, down, width, 0.2);
    if (isHead && y > hair + across ** 2) return 2;
    if (isHead || within(across, y - 0.4, width + 0.03, long ? 0.32 : 0.21)) return y > 0.5 && !long ? 2 : 5;
    if (Math.abs(across) < 0.06 && y > 0.5 && y < 0.72) return 2;
    return within(across, y - 1, 0.4, 0.33) ? 4 : 0;
  };
}

/** PNG with a palette (PNG, 11.2): flat colours take a few kilobytes. */
function png(width: number, height: number, at: number, draw: Drawing): Buffer {
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = draw(x / height, y / height);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits of a palette.
  header.set([8, 3], 8);
  const colours = PALETTES[at % PALETTES.length] ?? [];
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(colours.join('').replaceAll('#', ''), 'hex')),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

import { inflateSync } from 'node:zlib';

/** A font of one file, as much of it as a line of text needs, and as a renderer takes it. */
export interface Font {
  /** A name of its own, under which the renderer finds it. */
  readonly family: string;
  /** TrueType or OpenType. */
  readonly bytes: Buffer;
  /** Of a font size of 1; undefined for a character that the font has not. */
  advance(codePoint: number): number | undefined;
}

const WOFF = 0x774f4646;
const ENTRY = 20;

/**
 * Reads a WOFF 1.0 file (W3C), whose tables are those of OpenType, each compressed, and gives it a name of its own:
 * of several files of one family a renderer would only ever find one.
 * @throws Error when it is none
 */
export function readWoff(file: Buffer, family: string): Font {
  if (file.readUInt32BE(0) !== WOFF) throw new Error(`the font ${family} is not in WOFF`);
  const tables = new Map<string, Buffer>();
  const count = file.readUInt16BE(12);
  for (let at = 44; at < 44 + count * ENTRY; at += ENTRY) {
    const tag = file.toString('latin1', at, at + 4);
    const [offset, compressed, length] = [4, 8, 12].map((part) => file.readUInt32BE(at + part));
    if (offset === undefined || compressed === undefined || length === undefined) continue;
    const bytes = file.subarray(offset, offset + compressed);
    tables.set(tag, compressed < length ? inflateSync(bytes, { maxOutputLength: length }) : bytes);
  }
  tables.set('name', nameTable(family));
  const { advances, unitsPerEm } = advancesOf(tables);
  const glyphs = glyphsOf(table(tables, 'cmap'));
  return {
    family,
    bytes: openType(file.readUInt32BE(4), tables),
    advance: (codePoint) => {
      const glyph = glyphs(codePoint);
      return glyph === 0 ? undefined : (advances[Math.min(glyph, advances.length - 1)] ?? 0) / unitsPerEm;
    },
  };
}

function table(tables: ReadonlyMap<string, Buffer>, tag: string): Buffer {
  const bytes = tables.get(tag);
  if (bytes === undefined) throw new Error(`a font has no table ${tag}`);
  return bytes;
}

function advancesOf(tables: ReadonlyMap<string, Buffer>): { advances: Uint16Array; unitsPerEm: number } {
  const metrics = table(tables, 'hmtx');
  const count = table(tables, 'hhea').readUInt16BE(34);
  const advances = Uint16Array.from({ length: count }, (_, glyph) => metrics.readUInt16BE(glyph * 4));
  return { advances, unitsPerEm: table(tables, 'head').readUInt16BE(18) };
}

type Glyphs = (codePoint: number) => number;

/** The glyph of each character (OpenType, `cmap`, formats 4 and 12); 0 for none. */
function glyphsOf(cmap: Buffer): Glyphs {
  const subtables = Array.from({ length: cmap.readUInt16BE(2) }, (_, at) => cmap.readUInt32BE(8 + at * 8));
  const byFormat = new Map(subtables.map((offset) => [cmap.readUInt16BE(offset), cmap.subarray(offset)]));
  const [full, basic] = [byFormat.get(12), byFormat.get(4)];
  if (full !== undefined) return inGroups(full);
  if (basic !== undefined) return inSegments(basic);
  throw new Error('a font has no table of characters that we read');
}

function inGroups(subtable: Buffer): Glyphs {
  const glyphs = new Map<number, number>();
  const count = subtable.readUInt32BE(12);
  for (let at = 16; at < 16 + count * 12; at += 12) {
    const [first, last, glyph] = [
      subtable.readUInt32BE(at),
      subtable.readUInt32BE(at + 4),
      subtable.readUInt32BE(at + 8),
    ];
    for (let codePoint = first; codePoint <= last; codePoint += 1) glyphs.set(codePoint, glyph + codePoint - first);
  }
  return (codePoint) => glyphs.get(codePoint) ?? 0;
}

function inSegments(subtable: Buffer): Glyphs {
  const glyphs = new Map<number, number>();
  const twice = subtable.readUInt16BE(6);
  const [ends, starts, deltas, ranges] = [14, 16 + twice, 16 + 2 * twice, 16 + 3 * twice];
  for (let at = 0; at < twice; at += 2) {
    const [end, start] = [subtable.readUInt16BE(ends + at), subtable.readUInt16BE(starts + at)];
    const [delta, range] = [subtable.readUInt16BE(deltas + at), subtable.readUInt16BE(ranges + at)];
    for (let codePoint = start; codePoint <= end && codePoint < 0xffff; codePoint += 1) {
      const place = ranges + at + range + 2 * (codePoint - start);
      const listed = range === 0 ? codePoint : subtable.readUInt16BE(place);
      if (listed !== 0) glyphs.set(codePoint, (listed + delta) & 0xffff);
    }
  }
  return (codePoint) => glyphs.get(codePoint) ?? 0;
}

/** The family's name for Windows in English, and nothing else (OpenType, `name`, version 0). */
function nameTable(family: string): Buffer {
  const text = Buffer.from(family, 'utf16le').swap16();
  const names = [1, 4, 6, 16];
  const head = Buffer.alloc(6 + names.length * 12);
  head.writeUInt16BE(names.length, 2);
  head.writeUInt16BE(head.length, 4);
  for (const [number, nameId] of names.entries())
    for (const [part, value] of [3, 1, 0x409, nameId, text.length, 0].entries())
      head.writeUInt16BE(value, 6 + number * 12 + part * 2);
  return Buffer.concat([head, text]);
}

/** The tables in one file, each on a multiple of four bytes. Checksums are zero: nobody who renders looks at them. */
function openType(flavour: number, tables: ReadonlyMap<string, Buffer>): Buffer {
  const sorted = [...tables].sort(([one], [other]) => (one < other ? -1 : 1));
  const head = Buffer.alloc(12 + sorted.length * 16);
  head.writeUInt32BE(flavour, 0);
  head.writeUInt16BE(sorted.length, 4);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [number, [tag, bytes]] of sorted.entries()) {
    const at = 12 + number * 16;
    head.write(tag, at, 'latin1');
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}

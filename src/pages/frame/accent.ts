/** The stylesheet's backgrounds with the least contrast to coloured text, light and dark. */
const GROUNDS = { light: '#f2efe7', dark: '#24272b' } as const;
/** Minimum contrast ratio for text (WCAG 2.2, 1.4.3). */
const ENOUGH = 4.5;
const STEPS = 40;

type Channels = readonly [red: number, green: number, blue: number];

/**
 * CSS that sets the accent colour, darkened or lightened until text in it is readable. The mark of the current choice
 * has the same colour.
 * @param colour `#rrggbb`
 */
export function accentRules(colour: string): string {
  const given = channelsOf(colour);
  const light = readable(given, channelsOf(GROUNDS.light), [0, 0, 0]);
  const dark = readable(given, channelsOf(GROUNDS.dark), [255, 255, 255]);
  return `:root { --accent: light-dark(${hexOf(light)}, ${hexOf(dark)}); --mark: var(--accent); }\n`;
}

/** The default accent colour of the stylesheet in light mode. */
const USUAL = '#14545f';

/**
 * The accent colour where there is no stylesheet, as in mail: readable on white.
 * @param colour `#rrggbb`; null for the default
 */
export function accentOnWhite(colour: string | null): string {
  return hexOf(readable(channelsOf(colour ?? USUAL), [255, 255, 255], [0, 0, 0]));
}

/** The first colour from `colour` towards `end` that is readable on `ground`. */
function readable(colour: Channels, ground: Channels, end: Channels): Channels {
  for (let step = 0; step < STEPS; step += 1) {
    const mixed = mix(colour, end, step / STEPS);
    if (contrast(mixed, ground) >= ENOUGH) return mixed;
  }
  return end;
}

function mix(from: Channels, to: Channels, share: number): Channels {
  const at = (index: 0 | 1 | 2): number => Math.round(from[index] + (to[index] - from[index]) * share);
  return [at(0), at(1), at(2)];
}

/** WCAG 2.2, contrast ratio: 1 to 21. */
export function contrast(one: Channels, other: Channels): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function luminance([red, green, blue]: Channels): number {
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

export function channelsOf(colour: string): Channels {
  const at = (from: number): number => Number.parseInt(colour.slice(from, from + 2), 16);
  return [at(1), at(3), at(5)];
}

function hexOf(channels: Channels): string {
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

import { html, type Html } from '../frame/html.ts';

/** A QR code: squares of one unit. */
export interface QrCode {
  /** Squares on a side, without the margin. */
  readonly size: number;
  /** The dark squares, as the data of an SVG path. */
  readonly path: string;
}

/** Squares that must stay light around a code (ISO/IEC 18004, 6.3.8). */
const MARGIN = 4;

/** Always dark on light, because not every reader can read the reverse. @param label what it leads to */
export function qrSvg({ size, path }: QrCode, label: string): Html {
  const [from, side] = [String(-MARGIN), String(size + 2 * MARGIN)];
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    viewBox="${from} ${from} ${side} ${side}"
    shape-rendering="crispEdges"
    role="img"
    aria-label="${label}"
  >
    <path fill="#fff" d="M${from} ${from}h${side}v${side}h-${side}z" />
    <path d="${path}" />
  </svg>`;
}

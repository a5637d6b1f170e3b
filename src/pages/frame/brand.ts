import { accentRules } from './accent.ts';
import { asset, type Asset } from './asset.ts';
import { ICON } from './icon.ts';
import { pictureSize, type PictureSize } from './picture-size.ts';
import { SCRIPT } from './script.ts';
import { STYLES } from './stylesheet.ts';

/** A link at the foot of every page. */
export interface BrandLink {
  readonly label: string;
  /** http(s), or a path of this host. */
  readonly href: string;
}

/** Whose pages these are, as the operator sets it. */
export interface BrandOptions {
  readonly name: string;
  readonly logo: { readonly content: Buffer; readonly ending: string; readonly contentType: string } | null;
  /** `#rrggbb`; null for ours. */
  readonly colour: string | null;
  readonly links: readonly BrandLink[];
  /** More rules for the stylesheet, after ours; `''` for none. */
  readonly css: string;
  /** Whether the service draws a card for each talk: a picture for where its address is shared. */
  readonly drawsCards: boolean;
}

export interface Logo extends Asset {
  /** So that browsers keep room for it; undefined where it does not say. */
  readonly size: PictureSize | undefined;
}

/** Whose pages these are, and the files that all of them load. */
export interface Brand {
  readonly name: string;
  readonly logo: Logo | null;
  /** `#rrggbb`; null for ours. */
  readonly colour: string | null;
  /** Stands for the site in a browser's tabs. */
  readonly icon: Asset;
  readonly links: readonly BrandLink[];
  /** See BrandOptions. */
  readonly drawsCards: boolean;
  readonly stylesheet: Asset;
  readonly script: Asset;
  /** By name: everything under `/assets/`. */
  readonly assets: ReadonlyMap<string, Asset>;
}

export const NO_BRAND: BrandOptions = {
  name: 'Lectern',
  logo: null,
  colour: null,
  links: [],
  css: '',
  drawsCards: true,
};

export function makeBrand(options: BrandOptions): Brand {
  const { name, colour, links, drawsCards } = options;
  const logo = options.logo === null ? null : logoOf(options.logo);
  const accent = colour === null ? '' : accentRules(colour);
  // One stylesheet, whatever is in it: each more would hold up the page.
  const stylesheet = asset(`${STYLES}${accent}${options.css}`, 'css', 'text/css; charset=utf-8');
  const icon = logo ?? ICON;
  const assets = [stylesheet, SCRIPT, icon];
  return {
    name,
    logo,
    colour,
    icon,
    links,
    drawsCards,
    stylesheet,
    script: SCRIPT,
    assets: new Map(assets.map((one) => [one.name, one])),
  };
}

function logoOf({ content, ending, contentType }: NonNullable<BrandOptions['logo']>): Logo {
  return { ...asset(content, ending, contentType), size: pictureSize(content, ending) };
}

import type { Slug } from '#catalogue/slug.ts';
import { NO_TERMS, type Term } from '#search/query/terms.ts';
import { accentRules, channelsOf, contrast } from './accent.ts';
import { asset, type Asset, FONT, FRAME_SCRIPT, FRAME_STYLES, SCRIPT, STYLES } from './assets.ts';
import { pictureSize, type PictureSize } from './picture-size.ts';

/** A link in the footer of every page. */
export interface BrandLink {
  readonly label: string;
  /** An http(s) address, or a path on this host. */
  readonly href: string;
}

/** Which pictures of the catalogue may be shown on pages. */
interface PictureRules {
  /** Other hosts of pictures, as in a content security policy: `img.example.org`, `*.example.org`, with a port. */
  readonly hosts: readonly string[];
  /** Whether this service serves a folder of pictures. */
  readonly hasFolder: boolean;
}

/** What the privacy page says. */
export interface PrivacyRules {
  /** Address of the operator's own privacy statement; null if there is none. */
  readonly address: string | null;
  /** Mail or web address for questions; null if there is none. */
  readonly contact: string | null;
  /** What is logged: no requests, requests without data about the client, or with it. */
  readonly log: 'none' | 'requests' | 'personal';
}

/** A picture of the brand, as read from its file. */
export interface BrandPicture {
  readonly content: Buffer;
  readonly ending: string;
  readonly contentType: string;
}

/** The operator's brand settings. */
interface BrandOptions {
  readonly name: string;
  readonly logo: BrandPicture | null;
  /** `#rrggbb`; null for the default. */
  readonly colour: string | null;
  readonly links: readonly BrandLink[];
  /** CSS appended to the stylesheet; `''` for none. */
  readonly css: string;
  /** Whether the service draws a preview image for each talk. */
  readonly drawsCards: boolean;
  readonly pictures: PictureRules;
  readonly privacy: PrivacyRules;
  /** The picture on the home page; null for none. */
  readonly hero: (BrandPicture & { readonly alt: string }) | null;
  /** The text below the name on the home page; `''` for the default text in the page's language. */
  readonly welcome: string;
  /** The talk or series that the home page recommends; null for none. */
  readonly featured: Featured | null;
  /** In order; pages name their weeks beside dates. */
  readonly terms: readonly Term[];
}

/** A recommended talk or series. */
export interface Featured {
  readonly kind: 'talk' | 'series';
  readonly slug: Slug;
}

interface Logo extends Asset {
  /** Lets browsers reserve space for it; undefined if unknown. */
  readonly size: PictureSize | undefined;
}

/** The brand of the pages, and the assets that all of them load. */
export interface Brand {
  readonly name: string;
  readonly logo: Logo | null;
  /** `#rrggbb`; null for the default. */
  readonly colour: string | null;
  /** Shown in browser tabs. */
  readonly icon: Asset;
  readonly links: readonly BrandLink[];
  /** See BrandOptions. */
  readonly drawsCards: boolean;
  readonly pictures: PictureRules;
  readonly privacy: PrivacyRules;
  readonly hero: (Logo & { readonly alt: string }) | null;
  readonly welcome: string;
  readonly featured: Featured | null;
  readonly terms: readonly Term[];
  readonly stylesheet: Asset;
  readonly script: Asset;
  /** Assets of lists that are framed on other sites. */
  readonly frame: { readonly stylesheet: Asset; readonly script: Asset };
  /** Everything under `/assets/`, by file name. */
  readonly assets: ReadonlyMap<string, Asset>;
}

export const NO_BRAND: BrandOptions = {
  name: 'Lectern',
  logo: null,
  colour: null,
  links: [],
  css: '',
  drawsCards: true,
  pictures: { hosts: [], hasFolder: false },
  privacy: { address: null, contact: null, log: 'none' },
  hero: null,
  welcome: '',
  featured: null,
  terms: NO_TERMS,
};

export function makeBrand(options: BrandOptions): Brand {
  const { name, colour, links, drawsCards, pictures, privacy, welcome, featured, terms } = options;
  const logo = options.logo === null ? null : logoOf(options.logo);
  const accent = colour === null ? '' : accentRules(colour);
  // A single stylesheet: each further one would delay rendering.
  const stylesheet = asset(`${STYLES}${accent}${options.css}`, 'css', 'text/css; charset=utf-8');
  const hero = options.hero === null ? null : { ...logoOf(options.hero), alt: options.hero.alt };
  const icon = logo ?? iconOf(colour);
  const frame = {
    stylesheet: asset(`${FRAME_STYLES}${accent}`, 'css', 'text/css; charset=utf-8'),
    script: FRAME_SCRIPT,
  };
  const assets = [
    stylesheet,
    SCRIPT,
    frame.stylesheet,
    frame.script,
    icon,
    ...[FONT, hero].filter((one) => one !== null),
  ];
  return {
    name,
    logo,
    colour,
    icon,
    links,
    drawsCards,
    pictures,
    privacy,
    hero,
    welcome,
    featured,
    terms,
    stylesheet,
    script: SCRIPT,
    frame,
    assets: new Map(assets.map((one) => [one.name, one])),
  };
}

function logoOf({ content, ending, contentType }: BrandPicture): Logo {
  return { ...asset(content, ending, contentType), size: pictureSize(content, ending) };
}

/** The icon of a service without a logo: an open book on a lectern. */
const source = ({
  ground,
  book,
  stand,
}: Colours): string => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
<rect width="32" height="32" rx="6" fill="${ground}"/>
<path d="M5 9.5c4-1.6 8-1.2 11 1.4 3-2.6 7-3 11-1.4v11c-4-1.6-8-1.2-11 1.4-3-2.6-7-3-11-1.4z" fill="${book}"/>
<path d="M16 11v11M16 22v5M11 27.5h10" stroke="${stand}" stroke-width="2" stroke-linecap="round"/>
</svg>
`;

const OURS: Colours = { ground: '#14545f', book: '#fbfaf6', stand: '#f2b544' };
const [LIGHT, DARK] = ['#fbfaf6', '#1c1b1a'] as const;

/** @param colour `#rrggbb`; null for the default */
function iconOf(colour: string | null): Asset {
  if (colour === null) return asset(source(OURS), 'svg', 'image/svg+xml');
  const isDark = contrast(channelsOf(colour), channelsOf(LIGHT)) >= contrast(channelsOf(colour), channelsOf(DARK));
  const ink = isDark ? LIGHT : DARK;
  return asset(source({ ground: colour, book: ink, stand: ink }), 'svg', 'image/svg+xml');
}

interface Colours {
  readonly ground: string;
  readonly book: string;
  readonly stand: string;
}

import type { BrandLink, Featured } from '#pages/frame/brand.ts';
import { NO_BRAND } from '#pages/frame/brand.ts';
import { brandLinks, brandName, colour, brandWords, featured, imageHosts, picturePath } from './brand-values.ts';
import { filePath } from './setting-values.ts';
import { setting } from './setting.ts';

/** How pages look, and which pictures they show. */
export const PAGE_SETTINGS = {
  brandName: setting({
    flag: '--brand-name <text>',
    variable: 'LECTERN_BRAND_NAME',
    default: NO_BRAND.name,
    group: 'Pages',
    description: 'Name of the site, in the header and title of every page.',
    read: brandName,
  }),
  brandLogo: setting<string | null>({
    flag: '--brand-logo <path>',
    variable: 'LECTERN_BRAND_LOGO',
    default: null,
    group: 'Pages',
    description: 'Logo beside the name, and favicon: an .svg, .png, .jpg or .webp file of at most 200 KiB.',
    read: picturePath,
    isPath: true,
  }),
  brandColour: setting<string | null>({
    flag: '--brand-colour <colour>',
    variable: 'LECTERN_BRAND_COLOUR',
    default: null,
    defaultText: 'dark cyan',
    group: 'Pages',
    description: 'Colour of links and buttons, #rrggbb; darkened or lightened where contrast requires it.',
    read: colour,
  }),
  brandLinks: setting<readonly BrandLink[]>({
    flag: '--brand-links <list>',
    variable: 'LECTERN_BRAND_LINKS',
    default: NO_BRAND.links,
    group: 'Pages',
    description: 'Links in the footer of every page: Label=address pairs, separated by commas.',
    read: brandLinks,
  }),
  brandCss: setting<string | null>({
    flag: '--brand-css <path>',
    variable: 'LECTERN_BRAND_CSS',
    default: null,
    group: 'Pages',
    description: 'Stylesheet that is added to that of the pages: a CSS file of at most 100 KiB.',
    read: filePath,
    isPath: true,
  }),
  brandPicture: setting<string | null>({
    flag: '--brand-picture <path>',
    variable: 'LECTERN_BRAND_PICTURE',
    default: null,
    group: 'Pages',
    description: 'Picture on the home page: an .svg, .png, .jpg or .webp file of at most 1 MiB.',
    read: picturePath,
    isPath: true,
  }),
  brandPictureAlt: setting({
    flag: '--brand-picture-alt <text>',
    variable: 'LECTERN_BRAND_PICTURE_ALT',
    default: '',
    defaultText: 'none',
    group: 'Pages',
    description: 'Alternative text of that picture: what it shows.',
    read: brandWords,
  }),
  brandWelcome: setting({
    flag: '--brand-welcome <text>',
    variable: 'LECTERN_BRAND_WELCOME',
    default: NO_BRAND.welcome,
    defaultText: 'a sentence in the language of the page',
    group: 'Pages',
    description: 'What the home page says below the name of the site.',
    read: brandWords,
  }),
  featured: setting<Featured | null>({
    flag: '--featured <address>',
    variable: 'LECTERN_FEATURED',
    default: null,
    group: 'Pages',
    description: 'Talk or series that the home page recommends: the address of its page.',
    read: featured,
  }),
  images: setting<string | null>({
    flag: '--images <path>',
    variable: 'LECTERN_IMAGES',
    default: null,
    group: 'Pages',
    description: 'Folder of pictures of talks, series and people, served below /images/.',
    read: filePath,
    isPath: true,
  }),
  imageHosts: setting<readonly string[]>({
    flag: '--image-hosts <list>',
    variable: 'LECTERN_IMAGE_HOSTS',
    default: [],
    group: 'Pages',
    description: 'Hosts from which pages show pictures of talks, series and people, separated by commas.',
    read: imageHosts,
  }),
} as const;

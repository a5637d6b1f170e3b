import type { Result } from '#catalogue/problem.ts';
import { isSlug } from '#catalogue/slug.ts';
import { type BrandLink, type Featured, NO_BRAND } from '#pages/frame/brand.ts';
import { PICTURES } from '#server/pages/brand-files.ts';
import { contactAddress, bad, filePath } from './setting-values.ts';
import { setting } from './setting.ts';

const LONGEST_NAME = 60;
const LONGEST_WORDS = 300;
const MAX_LINKS = 12;
const MAX_HOSTS = 50;

/** The name of a site: a few words on one line. */
function brandName(text: string, where: string): Result<string> {
  const name = text.trim();
  if (name !== '' && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name)) return { ok: true, value: name };
  return bad(
    'bad-name',
    where,
    `${JSON.stringify(text.slice(0, LONGEST_NAME))} is not a name of 1 to ${String(LONGEST_NAME)} characters.`,
    'Write the name of the site, for example University of Exampleton Talks.',
  );
}

/** A sentence or two on one line. */
function brandWords(text: string, where: string): Result<string> {
  const words = text.trim();
  if (words.length <= LONGEST_WORDS && !/\p{Cc}/u.test(words)) return { ok: true, value: words };
  return bad(
    'bad-words',
    where,
    `${JSON.stringify(text.slice(0, 40))}… is more than one line of ${String(LONGEST_WORDS)} characters.`,
    'Write a sentence or two.',
  );
}

/** The address or path of the page of a talk or series. */
function featuredRecord(text: string, where: string): Result<Featured> {
  const [, series, slug = ''] = /\/talks\/(series\/)?id\/([0-9a-f-]+)\/?$/i.exec(text.trim()) ?? [];
  if (isSlug(slug)) return { ok: true, value: { kind: series === undefined ? 'talk' : 'series', slug } };
  return bad(
    'bad-featured',
    where,
    `${JSON.stringify(text.slice(0, 200))} is not the address of the page of a talk or series.`,
    'Copy it from the browser: https://talks.example.org/talks/id/ae188ae7-aade-5372-95a2-d2cecd574d47/.',
  );
}

/** The path of a picture that browsers can show, judging by its extension. */
function picturePath(text: string, where: string): Result<string> {
  const path = filePath(text, where);
  if (!path.ok) return path;
  const ending = /\.([a-z]+)$/i.exec(text)?.[1]?.toLowerCase();
  if (ending !== undefined && ending in PICTURES) return path;
  return bad(
    'bad-picture',
    where,
    `${JSON.stringify(text)} is not the path of a picture in a supported format.`,
    `Use a file with one of these extensions: .${Object.keys(PICTURES).join(', .')}.`,
  );
}

/** `#rrggbb`, or `#rgb`, which doubles each digit. */
function colour(text: string, where: string): Result<string> {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)?.[1]?.toLowerCase();
  if (digits !== undefined) {
    const full = digits.length === 6 ? digits : Array.from(digits, (digit) => digit + digit).join('');
    return { ok: true, value: `#${full}` };
  }
  return bad(
    'bad-colour',
    where,
    `${JSON.stringify(text.slice(0, 40))} is not a colour.`,
    'Write # and six hexadecimal digits, for example #14545f.',
  );
}

/**
 * `Label=address` pairs separated by commas; write %2C for a comma in an address. An address is
 * http(s), mailto or a path.
 */
function brandLinks(text: string, where: string): Result<readonly BrandLink[]> {
  const links: BrandLink[] = [];
  for (const pair of text.split(',').map((one) => one.trim())) {
    if (pair === '') continue;
    const [, label, href] = /^([^=]*[^=\s])\s*=\s*(\S+)$/.exec(pair) ?? [];
    if (label === undefined || href === undefined || !leadsSomewhere(href)) return badLink(pair, where);
    links.push({ label, href });
  }
  if (links.length <= MAX_LINKS) return { ok: true, value: links };
  return bad(
    'bad-links',
    where,
    `There are ${String(links.length)} links, too many.`,
    `Give at most ${String(MAX_LINKS)}.`,
  );
}

/** An http(s) address, or a path on this host. */
function statementAddress(text: string, where: string): Result<string> {
  if (leadsSomewhere(text) && !/^mailto:/i.test(text)) return { ok: true, value: text };
  return bad(
    'bad-privacy-url',
    where,
    `${JSON.stringify(text.slice(0, 200))} is not a web address.`,
    'Write an http or https address, or a path that begins with /: https://example.org/privacy.',
  );
}

function leadsSomewhere(href: string): boolean {
  if (/^\/(?![/\\])/.test(href)) return true;
  return URL.canParse(href) && /^(?:https?:\/\/|mailto:)/i.test(href);
}

function badLink(pair: string, where: string): Result<never> {
  return bad(
    'bad-links',
    where,
    `${JSON.stringify(pair.slice(0, 100))} is not a link.`,
    'Write Label=address pairs separated by commas: Privacy=https://example.org/privacy,Contact=mailto:a@example.org.',
  );
}

/**
 * Hosts separated by commas: names or addresses, optionally with a port; `*.` before a name matches
 * all its subdomains.
 */
function imageHosts(text: string, where: string): Result<readonly string[]> {
  const hosts = text
    .split(',')
    .map((host) => host.trim().toLowerCase())
    .filter((host) => host !== '');
  const wrong = hosts.find((host) => !isHost(host));
  if (wrong !== undefined)
    return bad(
      'bad-hosts',
      where,
      `${JSON.stringify(wrong.slice(0, 100))} is not a host.`,
      'Write host names separated by commas, without https://: img.example.org,*.example.com.',
    );
  if (hosts.length <= MAX_HOSTS) return { ok: true, value: [...new Set(hosts)] };
  return bad('bad-hosts', where, `There are ${String(hosts.length)} hosts.`, `Give at most ${String(MAX_HOSTS)}.`);
}

/**
 * A wildcard for all hosts is not accepted: pages would load pictures from anywhere a source says.
 */
function isHost(text: string): boolean {
  const [, name = '', port = '1'] =
    /^(?:\*\.)?((?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63})(?::(\d{1,5}))?$/.exec(text) ?? [];
  return name !== '' && Number(port) >= 1 && Number(port) <= 65_535 && URL.canParse(`https://${name}`);
}

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
    description: 'Stylesheet to add to the built-in one: a CSS file of at most 100 KiB.',
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
    description: 'Alternative text of that picture.',
    read: brandWords,
  }),
  brandWelcome: setting({
    flag: '--brand-welcome <text>',
    variable: 'LECTERN_BRAND_WELCOME',
    default: NO_BRAND.welcome,
    defaultText: 'a sentence in the language of the page',
    group: 'Pages',
    description: 'Text on the home page below the name of the site.',
    read: brandWords,
  }),
  featured: setting<Featured | null>({
    flag: '--featured <address>',
    variable: 'LECTERN_FEATURED',
    default: null,
    group: 'Pages',
    description: 'Talk or series to recommend on the home page: the address of its page.',
    read: featuredRecord,
  }),
  images: setting<string | null>({
    flag: '--images <path>',
    variable: 'LECTERN_IMAGES',
    default: null,
    group: 'Pages',
    description: 'Folder of pictures of talks, series and people, served under /images/.',
    read: filePath,
    isPath: true,
  }),
  imageHosts: setting<readonly string[]>({
    flag: '--image-hosts <list>',
    variable: 'LECTERN_IMAGE_HOSTS',
    default: [],
    group: 'Pages',
    description: 'Hosts from which pages may load pictures of talks, series and people, separated by commas.',
    read: imageHosts,
  }),
  privacyUrl: setting<string | null>({
    flag: '--privacy-url <address>',
    variable: 'LECTERN_PRIVACY_URL',
    default: null,
    defaultText: 'the page /privacy',
    group: 'Pages',
    description: 'Your own privacy statement, linked from the footer: a web address, or a path on this host.',
    read: statementAddress,
  }),
  privacyContact: setting<string | null>({
    flag: '--privacy-contact <address>',
    variable: 'LECTERN_PRIVACY_CONTACT',
    default: null,
    group: 'Pages',
    description: 'Mail or web address shown on /privacy for questions and requests about personal data.',
    read: contactAddress,
  }),
} as const;

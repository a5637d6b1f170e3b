import type { Page } from 'playwright-core';

/** Schemes of links on our pages; `webcal:` is for our calendars. */
const SCHEMES = ['http:', 'https:', 'mailto:', 'webcal:'];

/**
 * Foreign parts of a page that could run or load something: elements, attributes and addresses, a line each. Checks the
 * document as the browser has parsed it.
 */
export async function alive(page: Page): Promise<readonly string[]> {
  return page.evaluate((schemes) => {
    const found: string[] = [];
    const ours = (address: string): boolean => new URL(address, document.baseURI).origin === location.origin;
    const leads = (address: string): boolean => schemes.includes(new URL(address, document.baseURI).protocol);
    const forbidden = 'style, iframe, frame, object, embed, base, applet, portal, meta[http-equiv], template, noscript';
    for (const element of document.querySelectorAll(forbidden)) found.push(element.outerHTML);
    for (const script of document.scripts) {
      const isData = script.type === 'application/ld+json';
      const isOurs = script.type === 'module' && ours(script.src) && script.text === '';
      if (isData) JSON.parse(script.text);
      else if (!isOurs) found.push(script.outerHTML);
    }
    for (const element of document.querySelectorAll('*'))
      for (const { name, value } of element.attributes) {
        const lower = name.toLowerCase();
        const isLink = ['href', 'xlink:href', 'action', 'formaction', 'ping', 'cite'].includes(lower);
        const isLoaded = ['src', 'srcset', 'poster', 'data', 'background', 'longdesc', 'manifest'].includes(lower);
        const isBad =
          lower.startsWith('on') ||
          lower === 'style' ||
          lower === 'srcdoc' ||
          (isLink && value !== '' && !leads(value)) ||
          (isLoaded && !ours(value)) ||
          (element instanceof HTMLLinkElement && lower === 'href' && !ours(value)) ||
          (element instanceof HTMLFormElement && lower === 'action' && !ours(value));
        if (isBad) found.push(`<${element.tagName.toLowerCase()} ${name}="${value.slice(0, 200)}">`);
      }
    const landmarks = ['main', 'h1', 'title', 'body > header', 'body > footer'];
    for (const one of landmarks) {
      const { length } = document.querySelectorAll(`${one}:not(svg *)`);
      if (length !== 1) found.push(`${String(length)} of ${one}`);
    }
    return found;
  }, SCHEMES);
}

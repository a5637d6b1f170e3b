import { webAddress } from '#representations/feeds/feed-text.ts';
import { html, type Html } from './html.ts';

/** Links text that is a web address; returns any other as it is. */
export function safeHref(address: string, label?: string): Html {
  const href = webAddress(address);
  const shown = html`<bdi>${address}</bdi>`;
  if (href === null) return shown;
  return label === undefined ? html`<a href="${href}">${shown}</a>` : html`<a href="${href}">${label}</a>`;
}

export function emailAddress(address: string): Html {
  if (!/^[\w.!#$%&'*+/=?^`{|}~-]+@[A-Za-z0-9.-]+$/.test(address)) return html`<bdi>${address}</bdi>`;
  return html`<a href="mailto:${encodeURIComponent(address).replace('%40', '@')}">${address}</a>`;
}

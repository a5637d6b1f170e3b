import { html, type Html } from './html.ts';
import type { Messages } from '../messages.ts';

/**
 * Ways to share a page's address: as text and by e-mail, and through the browser's share dialog if a script finds one.
 * @param address absolute
 */
export function share(title: string, address: string, { talk }: Messages): Html {
  const mail = `mailto:?subject=${coded(title)}&body=${coded(`${title}\n${address}`)}`;
  const row = html`<label for="share-address">${talk.shareText}</label>
    <input id="share-address" type="url" readonly value="${address}" dir="ltr" autocomplete="off" />
    <a class="button" href="${mail}">${talk.shareMail}</a>
    <button type="button" data-do="copy" hidden>${talk.copy}</button>
    <button type="button" data-do="share" hidden>${talk.shareOwn}</button>`;
  return html`<section
    class="share"
    data-share
    data-title="${title}"
    data-url="${address}"
    data-copied="${talk.copied}"
  >
    <h2>${talk.share}</h2>
    <div class="share-row">${row}</div>
    <p class="quiet" role="status" data-said></p>
  </section>`;
}

/** For a `mailto:` address, where a line ends in CR LF (RFC 6068, 5). */
function coded(text: string): string {
  return encodeURIComponent(text.toWellFormed().replaceAll('\n', '\r\n'));
}

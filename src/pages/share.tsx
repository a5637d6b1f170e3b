import { html } from './html.js';
import type { Messages } from './messages/en.js';

interface ShareProps {
  readonly title: string;
  /** Absolute. */
  readonly address: string;
  readonly messages: Messages;
}

/** The page's address to be sent to somebody: as text and by mail everywhere, by the browser's own means where a script finds them. */
export function Share({ title, address, messages }: ShareProps) {
  const { talk } = messages;
  const mail = `mailto:?subject=${coded(title)}&body=${coded(`${title}\n${address}`)}`;
  const row = html`<label for="share-address">${talk.shareText}</label>
    <input id="share-address" type="url" readonly value="${address}" dir="ltr" autocomplete="off" />
    <a class="button" href="${mail}">${talk.shareMail}</a>
    <button type="button" data-do="copy" hidden>${talk.copy}</button>
    <button type="button" data-do="share" hidden>${talk.shareOwn}</button>`;
  return (
    <section class="share" data-share="" data-title={title} data-url={address} data-copied={talk.copied}>
      <h2>{talk.share}</h2>
      <div class="share-row" dangerouslySetInnerHTML={{ __html: row.markup }} />
      <p class="quiet" role="status" data-said="" />
    </section>
  );
}

/** For a `mailto:` address, where a line ends in CR LF (RFC 6068, 5). */
function coded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd').replaceAll('\n', '\r\n'));
}

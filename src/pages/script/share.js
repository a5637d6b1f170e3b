/** Sharing with the Web Share API, if available, and copying the address. */

for (const place of document.querySelectorAll('[data-share]')) {
  const { title, url, copied } = place.dataset;
  const said = place.querySelector('[data-said]');
  const share = place.querySelector('[data-do="share"]');
  const copy = place.querySelector('[data-do="copy"]');
  if (navigator.share) {
    share.hidden = false;
    share.addEventListener('click', () => {
      navigator.share({ title, url }).catch(() => {});
    });
  }
  // The bar of a phone has no button for copying.
  if (navigator.clipboard && copy !== null) {
    copy.hidden = false;
    copy.addEventListener('click', async () => {
      try {
        await navigator.clipboard.writeText(url);
        said.textContent = copied;
      } catch {
        place.querySelector('input').select();
      }
    });
  }
}

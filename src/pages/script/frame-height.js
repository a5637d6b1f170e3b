/**
 * In a frame: sends its height to the page around it, as a message `{type: 'lectern-height', height}` in CSS pixels. In
 * WordPress's oEmbed frames, the address has a secret, which messages for links and height must contain.
 */

if (parent !== window) {
  const root = document.documentElement;
  const secret = /^#\?secret=(\w+)$/.exec(location.hash)?.[1];
  let told = 0;
  const tell = () => {
    const height = Math.ceil(root.getBoundingClientRect().height);
    if (height === told) return;
    told = height;
    parent.postMessage({ type: 'lectern-height', height }, '*');
    if (secret) parent.postMessage({ message: 'height', value: height, secret }, '*');
  };

  // ResizeObserver does not fire in frames that are out of sight.
  tell();
  new ResizeObserver(tell).observe(root);
  // The page around it may start to listen later.
  addEventListener('message', ({ data }) => {
    if (data?.type !== 'lectern-measure') return;
    told = 0;
    tell();
  });
  if (secret) {
    document.addEventListener('click', (event) => {
      const link = event.target.closest('a');
      if (link === null || link.target === '_self') return;
      event.preventDefault();
      parent.postMessage({ message: 'link', value: link.href, secret }, '*');
    });
  }
}

/**
 * In a frame: tells the page around it how high it is, as a message `{type: 'lectern-height', height}` in CSS pixels. A
 * frame that WordPress made of an oEmbed has a secret in its address, and may neither open links nor be measured otherwise.
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

  // A frame that is out of sight is not observed.
  tell();
  new ResizeObserver(tell).observe(root);
  // The page around it may begin to listen later.
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

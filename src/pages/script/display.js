/**
 * Digital signage: removes past talks, labels current ones, and reloads the page every minute. Without a network, the
 * screen continues with the talks that it has, and says when it was last updated.
 */

if (document.querySelector('main[data-display]') !== null) {
  const MINUTE = 60000;
  const page = () => document.querySelector('main[data-display]');
  let renewed = Date.now();

  const stateOf = (start, over, now, { language, now: onNow }) => {
    if (start <= now && now < over) return onNow;
    const minutes = Math.ceil((start - now) / MINUTE);
    if (minutes < 1 || minutes > 60) return '';
    return new Intl.RelativeTimeFormat(language).format(minutes, 'minute');
  };
  const write = (element, text) => {
    if (element !== null && element.textContent !== text) element.textContent = text;
  };
  const show = () => {
    const main = page();
    const now = Date.now();
    const { language, zone, stale } = main.dataset;
    const clock = new Intl.DateTimeFormat(language, {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    write(main.querySelector('[data-clock]'), clock.format(now));
    for (const talk of main.querySelectorAll('[data-over]')) {
      const [start, over] = [Date.parse(talk.dataset.start), Date.parse(talk.dataset.over)];
      talk.hidden = over <= now;
      const found = stateOf(start, over, now, main.dataset);
      // The midnight at which a day begins is not counted down to.
      const state = talk.dataset.allDay !== undefined && found !== main.dataset.now ? '' : found;
      talk.classList.toggle('is-on', state === main.dataset.now);
      write(talk.querySelector('[data-state]'), state);
    }
    const said = main.querySelector('[data-said]');
    said.hidden = now - renewed < 5 * MINUTE;
    write(said, stale.replace('{time}', clock.format(renewed)));
  };

  const take = (fresh) => {
    const main = fresh?.querySelector('main[data-display]');
    if (!main) return;
    const styles = (one) => one.querySelector('link[rel=stylesheet]')?.getAttribute('href');
    // A newer version of the service, with other styles and scripts.
    if (styles(fresh) !== styles(document)) location.reload();
    renewed = Date.now();
    page().replaceWith(document.adoptNode(main));
    show();
  };
  const renew = () => {
    const request = new XMLHttpRequest();
    request.open('GET', location.href);
    // Parsed without running scripts.
    request.responseType = 'document';
    request.timeout = MINUTE / 2;
    request.onload = () => {
      if (request.status === 200) take(request.response);
    };
    request.send();
  };

  show();
  setInterval(show, MINUTE / 12);
  setInterval(renew, MINUTE);
}

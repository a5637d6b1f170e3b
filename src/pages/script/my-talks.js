/**
 * Starred talks, stored in this browser only: a star beside each talk, and the page My talks, which requests the talks
 * of the list from the server. A shared list is in the fragment (`#`) of an address, which browsers do not send.
 */

const nav = document.querySelector('a.mine-link');
if (nav !== null) {
  const KEY = 'lectern-my-talks';
  const MAX_TALKS = 200;
  const SLUG = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
  const { star: starText, full: fullText } = nav.dataset;

  const valid = (list) =>
    Array.isArray(list) ? [...new Set(list.filter((one) => SLUG.test(one)))].slice(0, MAX_TALKS) : [];
  // Without storage, as in some private windows, the list lasts as long as the page.
  let memory = [];
  const read = () => {
    try {
      return valid(JSON.parse(localStorage.getItem(KEY) ?? '[]'));
    } catch {
      return memory;
    }
  };
  const slugIn = (address) => /\/talks\/id\/([0-9a-f-]{36})(?:\/|$)/.exec(address)?.[1];
  const stars = () => [...document.querySelectorAll('button[data-star]')];
  const show = () => {
    const list = new Set(read());
    for (const star of stars()) star.setAttribute('aria-pressed', String(list.has(star.dataset.star)));
    const count = nav.querySelector('.mine-count');
    count.textContent = list.size === 0 ? '' : ` (${list.size})`;
    // In a narrow window, the link is in the menu.
    const menu = document.querySelector('.to-menu');
    if (list.size === 0) menu.removeAttribute('data-count');
    else menu.dataset.count = list.size;
  };
  const write = (list) => {
    memory = valid(list);
    try {
      localStorage.setItem(KEY, JSON.stringify(memory));
    } catch {
      // Storage is full or not allowed.
    }
    show();
  };

  const toggle = ({ currentTarget: star }) => {
    const slug = star.dataset.star;
    const list = read();
    if (list.includes(slug)) write(list.filter((one) => one !== slug));
    else if (list.length < MAX_TALKS) write([...list, slug]);
    else star.title = fullText;
  };
  const starFor = (slug, title) => {
    const star = document.createElement('button');
    star.type = 'button';
    star.className = 'star';
    star.dataset.star = slug;
    star.setAttribute('aria-label', starText.replace('{title}', title));
    star.addEventListener('click', toggle);
    return star;
  };
  const decorate = (root) => {
    for (const talk of root.querySelectorAll('li.talk, [data-calendar] li')) {
      const link = talk.querySelector('.talk-title a, :scope > a');
      const slug = slugIn(link?.getAttribute('href') ?? '');
      if (slug === undefined || talk.querySelector('.star') !== null) continue;
      talk.classList.add('has-star');
      talk.append(starFor(slug, (link.querySelector('bdi') ?? link).textContent));
    }
  };

  const own = slugIn(location.pathname);
  const heading = document.querySelector('body.talk h1');
  if (own !== undefined && heading !== null) {
    heading.before(starFor(own, heading.textContent));
    document.querySelector('[data-star-here]')?.replaceWith(starFor(own, heading.textContent));
  }
  decorate(document);
  show();

  const page = document.querySelector('[data-my-talks]');
  if (page !== null) {
    const { address, copied, cleared, offline } = page.dataset;
    const part = (name) => page.querySelector(`[data-${name}]`);
    const button = (name) => page.querySelector(`[data-do=${name}]`);
    const say = (text) => {
      part('said').textContent = text;
    };
    let shown = part('list').dataset.list;
    let undo = [];
    const withList = (list) => `${address}${address.includes('?') ? '&' : '?'}talk=${list.join(',')}`;
    const offered = () => {
      const inHash = /^#talk=(.*)$/.exec(location.hash)?.[1];
      const inQuery = new URLSearchParams(location.search).getAll('talk').join(',');
      return valid((inHash ?? inQuery).split(','));
    };
    const fill = (list) => {
      const key = list.join(' ');
      if (shown === key) return;
      shown = key;
      const fail = () => {
        if (shown !== key) return;
        // So that the same list is requested again.
        shown = undefined;
        say(offline);
      };
      const request = new XMLHttpRequest();
      request.open('GET', list.length === 0 ? address : withList(list));
      // Parsed without running scripts.
      request.responseType = 'document';
      request.onload = () => {
        const fresh = request.status === 200 ? request.response?.querySelector('[data-my-talks] [data-list]') : null;
        if (shown !== key) return;
        if (!fresh) return fail();
        if (part('said').textContent === offline) say('');
        part('list').replaceWith(document.adoptNode(fresh));
        decorate(page);
        show();
        button('forget')?.removeAttribute('hidden');
      };
      request.onerror = fail;
      request.send();
    };
    const update = () => {
      const foreign = offered();
      const list = foreign.length > 0 ? foreign : read();
      part('offer').hidden = foreign.length === 0;
      part('actions').hidden = foreign.length > 0 || (list.length === 0 && undo.length === 0);
      for (const name of ['link', 'clear']) button(name).hidden = list.length === 0;
      button('undo').hidden = undo.length === 0;
      fill(list);
    };
    const take = (list) => {
      history.replaceState(null, '', address);
      write(list);
      update();
    };
    button('add').addEventListener('click', () => take([...read(), ...offered()]));
    button('replace').addEventListener('click', () => take(offered()));
    button('leave').addEventListener('click', () => take(read()));
    button('clear').addEventListener('click', () => {
      undo = read();
      take([]);
      say(cleared);
      button('undo').focus();
    });
    button('undo').addEventListener('click', () => {
      const before = undo;
      undo = [];
      take([...before, ...read()]);
      say('');
    });
    page.addEventListener('click', ({ target }) => {
      if (target.dataset.do !== 'forget') return;
      const gone = part('missing').dataset.missing.split(' ');
      write(read().filter((one) => !gone.includes(one)));
      update();
    });
    button('link').addEventListener('click', async () => {
      const link = new URL(`${address}#talk=${read().join(',')}`, location.href).href;
      try {
        await navigator.clipboard.writeText(link);
        say(copied);
      } catch {
        say(link);
      }
    });
    addEventListener('hashchange', update);
    addEventListener('storage', update);
    addEventListener('online', update);
    update();
  }
  addEventListener('storage', show);
  // A page from the back/forward cache may have outdated stars.
  addEventListener('pageshow', show);
}

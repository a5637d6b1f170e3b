/* global STYLE, WORDS */
import { fill, linkTo, make, TalkWriter } from './talks.js';

/**
 * `<lectern-talks>`: talks of a Lectern service on any page. The attributes `src`, `server`, `layout`, `paging`, `language`,
 * `theme` and `refresh` are its own; every other one is a parameter of the search. What is in the element shows until the
 * talks are there, and where no talks can be had.
 */

/** The address of the service that this script came from. */
const HERE = new URL('../../', import.meta.url).href;
const OWN =
  /^(?:src|server|layout|paging|language|theme|refresh|id|class|style|slot|part|exportparts|lang|dir|title|hidden|role|tabindex|inert|translate|nonce|is|(?:aria|data)-.*|on.*|[^a-z].*)$/;
const ALIASES = { department: 'organising_department', 'organising-department': 'organising_department' };
const LAYOUTS = ['list', 'compact', 'table', 'cards', 'month'];
const USUAL_COUNT = 10;
/** Answers of which a month is made, of a hundred talks each. */
const MOST_ANSWERS = 5;
const MINUTE = 60000;

const styles = new CSSStyleSheet();
styles.replaceSync(STYLE);

class LecternTalks extends HTMLElement {
  #body = make('div', 'body');
  #previous = make('button', 'button');
  #next = make('button', 'button');
  #status = make('span', 'status');
  #pager = make('nav', 'pager', this.#previous, this.#status, this.#next);
  #watch = new MutationObserver(() => this.#restart());
  #page = 1;
  /** The first of the month that is shown, in UTC; undefined for that of `from`, or today. */
  #month;
  #asking;
  #timer;
  #hasTalks = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styles];
    this.#body.append(document.createElement('slot'));
    this.#pager.hidden = true;
    this.#status.setAttribute('role', 'status');
    for (const [button, step] of [
      [this.#previous, -1],
      [this.#next, 1],
    ]) {
      button.type = 'button';
      button.addEventListener('click', () => this.#turn(button, step));
    }
    root.append(this.#body, this.#pager);
  }

  connectedCallback() {
    this.#watch.observe(this, { attributes: true });
    this.#restart();
  }

  disconnectedCallback() {
    this.#watch.disconnect();
    this.#asking?.abort();
    clearInterval(this.#timer);
  }

  /** Asks for the talks again. */
  async refresh() {
    this.#asking?.abort();
    const own = (this.#asking = new AbortController());
    this.#body.setAttribute('aria-busy', 'true');
    try {
      const found = await this.#ask(own.signal);
      if (own === this.#asking) this.#show(found);
    } catch (error) {
      if (own === this.#asking) this.#fail(error);
    }
    if (own === this.#asking) this.#body.removeAttribute('aria-busy');
  }

  #restart() {
    this.#page = 1;
    this.#month = undefined;
    clearInterval(this.#timer);
    const minutes = Number(this.getAttribute('refresh'));
    const again = () => document.visibilityState === 'visible' && this.refresh();
    if (minutes > 0) this.#timer = setInterval(again, Math.max(1, minutes) * MINUTE);
    this.refresh();
  }

  #turn(button, step) {
    if (button.getAttribute('aria-disabled') === 'true') return;
    if (this.#layout === 'month') {
      const month = this.#firstOfMonth;
      this.#month = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + step, 1));
    } else this.#page += step;
    this.refresh();
  }

  get #layout() {
    const asked = this.getAttribute('layout');
    return LAYOUTS.includes(asked) ? asked : 'list';
  }

  get #firstOfMonth() {
    if (this.#month) return this.#month;
    const [, year, month] = /^(\d{4})-(\d\d)-\d\d$/.exec(this.#query().get('from')) ?? [];
    const now = new Date();
    return new Date(year ? Date.UTC(year, month - 1, 1) : Date.UTC(now.getFullYear(), now.getMonth(), 1));
  }

  get #locale() {
    const asked = this.getAttribute('language') ?? this.closest('[lang]')?.lang ?? navigator.language;
    const [language] = asked.toLowerCase().split('-');
    const known = language in WORDS ? language : 'en';
    // Days before months, as in the other languages, unless it says otherwise.
    return {
      language: known,
      locale: known === language && asked.includes('-') ? asked : known === 'en' ? 'en-GB' : known,
    };
  }

  get #server() {
    const src = this.getAttribute('src');
    const given =
      src === null
        ? this.getAttribute('server')
        : new URL(src, location).href.replace(/(api\/talks\/search|search|embed\/talks|embed)?(\?.*)?$/, '');
    return given === null ? HERE : given.replace(/\/?$/, '/');
  }

  #query() {
    const src = this.getAttribute('src');
    const query = new URLSearchParams(src === null ? '' : new URL(src, location).search);
    for (const { name, value } of this.attributes) {
      if (OWN.test(name)) continue;
      const parameter = ALIASES[name] ?? name.replaceAll('-', '_');
      query.delete(parameter);
      const values = parameter === 'q' ? [value] : value.split(/\s+/);
      for (const one of values) if (one !== '') query.append(parameter, one);
    }
    for (const name of ['lang', 'layout', 'theme', 'paging', 'fragment', 'format']) query.delete(name);
    return query;
  }

  /** The talks, how many there are, and how many a page has. */
  async #ask(signal) {
    const query = this.#query();
    const isMonth = this.#layout === 'month';
    if (isMonth) {
      const first = this.#firstOfMonth;
      const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0));
      query.set('from', first.toISOString().slice(0, 10));
      query.set('to', last.toISOString().slice(0, 10));
      query.set('count', 100);
      query.delete('page');
      query.delete('ongoing');
    } else {
      if (!query.has('from')) query.set('from', 'today');
      // What began earlier and is not over, such as exhibitions.
      if (!query.has('ongoing') && /^(today|now)$/.test(query.get('from'))) query.set('ongoing', 'true');
      if (!query.has('count')) query.set('count', USUAL_COUNT);
      if (this.#page > 1) query.set('page', this.#page);
    }
    let address = `${this.#server}api/talks/search?${query}`;
    const talks = [];
    for (let answers = 0; ;) {
      const answer = await fetch(address, { signal, credentials: 'omit', headers: { Accept: 'application/json' } });
      if (!answer.ok) throw Object.assign(new Error(`${answer.status} of ${address}`), { status: answer.status });
      const { _embedded, _links, total } = await answer.json();
      talks.push(..._embedded.talks);
      answers += 1;
      if (!isMonth || !_links.next || answers === MOST_ANSWERS)
        return { talks, total, count: Number(query.get('count')) };
      address = new URL(_links.next.href, address).href;
    }
  }

  #show({ talks, total, count }) {
    const { language, locale } = this.#locale;
    const words = WORDS[language];
    const isMonth = this.#layout === 'month';
    const isPaged = this.hasAttribute('paging') && this.getAttribute('paging') !== 'false';
    const zone = talks[0]?.timezone ?? 'UTC';
    const parts = this.#list(talks, { locale, words, zone });
    if (total > talks.length && !isPaged)
      parts.push(make('p', 'more', linkTo(this.#all(), fill(words.all, { count: total }))));
    if (talks.length > 0 && zone !== Intl.DateTimeFormat().resolvedOptions().timeZone)
      parts.push(make('p', 'zone', fill(words.zone, { zone })));
    this.#body.lang = language;
    this.#body.replaceChildren(...parts);
    this.#hasTalks = true;
    this.#showPager(words, isMonth, isPaged ? Math.ceil(total / count) : 0);
    this.dispatchEvent(new CustomEvent('lectern-load', { bubbles: true, detail: { total } }));
  }

  #list(talks, { locale, words, zone }) {
    const inLanguage = this.hasAttribute('language') ? `?lang=${this.#locale.language}` : '';
    const writer = new TalkWriter({ locale, words, zone, pageOf: (talk) => talk.url + inLanguage });
    if (this.#layout === 'month') {
      const table = writer.month(talks, this.#firstOfMonth, locale, writer.day.format(new Date()));
      return talks.length > 0 ? [table] : [table, make('p', 'empty', words.noneInMonth)];
    }
    if (talks.length > 0) return [writer[this.#layout](talks)];
    return [make('p', 'empty', this.#page > 1 ? words.noneOnPage : words.none)];
  }

  /** The buttons stay the same, so that the focus does. @param pages 0 for no pages to turn */
  #showPager(words, isMonth, pages) {
    this.#pager.hidden = !isMonth && pages < 2;
    this.#pager.lang = this.#body.lang;
    this.#pager.setAttribute('aria-label', words.pages);
    this.#previous.textContent = isMonth ? words.previousMonth : words.previous;
    this.#next.textContent = isMonth ? words.nextMonth : words.next;
    this.#status.textContent = isMonth ? '' : fill(words.page, { page: this.#page, of: pages });
    this.#previous.setAttribute('aria-disabled', String(!isMonth && this.#page <= 1));
    this.#next.setAttribute('aria-disabled', String(!isMonth && this.#page >= pages));
  }

  /** Where a visitor finds the same talks. */
  #all() {
    const query = this.#query();
    query.delete('count');
    query.delete('page');
    if (this.hasAttribute('language')) query.set('lang', this.#locale.language);
    return `${this.#server}search?${query}`;
  }

  /** What was shown stays; else what is in the element. */
  #fail(error) {
    this.dispatchEvent(new CustomEvent('lectern-error', { bubbles: true, detail: { error, status: error.status } }));
    if (this.#hasTalks && error.status !== 400) return;
    const { language } = this.#locale;
    const words = WORDS[language];
    const said = error.status === 400 ? words.wrong : words.failed;
    const see = linkTo(this.#all(), fill(words.see, { host: new URL(this.#server).host }));
    this.#body.lang = language;
    this.#body.replaceChildren(make('p', 'error', said, ' ', see), document.createElement('slot'));
    this.#pager.hidden = true;
  }
}

if (customElements.get('lectern-talks') === undefined) customElements.define('lectern-talks', LecternTalks);

/** Frames with lists of the same service are as high as they say. */
const framesHere = () => [...document.querySelectorAll('iframe')].filter(({ src }) => src.startsWith(HERE));

addEventListener('message', ({ data, origin, source }) => {
  if (origin !== new URL(HERE).origin || data?.type !== 'lectern-height' || !(data.height > 0)) return;
  for (const frame of framesHere()) if (frame.contentWindow === source) frame.style.height = `${data.height}px`;
});
for (const frame of framesHere()) frame.contentWindow?.postMessage({ type: 'lectern-measure' }, '*');

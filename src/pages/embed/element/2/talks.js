/** Talks of the API as nodes. All text is put in as text; only addresses of http become links. */

const isThere = (one) => one !== '' && one !== null && one !== undefined;

export const make = (tag, name, ...content) => {
  const node = document.createElement(tag);
  if (name !== '') {
    node.className = name;
    node.setAttribute('part', name);
  }
  node.append(...content.filter(isThere));
  return node;
};

/** Undefined in the place of an element that would be empty. */
const part = (tag, name, ...content) => (content.some(isThere) ? make(tag, name, ...content) : undefined);

export const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name]);

const isHttp = (href) => /^https?:/i.test(href);

/** Text of a catalogue: in whichever language and direction. */
const theirs = (text) => {
  const node = make('bdi', '', text);
  node.lang = '';
  return node;
};

export const linkTo = (href, ...content) => {
  if (!isHttp(href)) return make('span', '', ...content);
  const link = make('a', '', ...content);
  link.href = href;
  return link;
};

/** Writes talks in one language and time zone. */
export class TalkWriter {
  constructor({ locale, words, zone, pageOf }) {
    const format = (options) => new Intl.DateTimeFormat(locale, { timeZone: zone, ...options });
    this.words = words;
    this.pageOf = pageOf;
    this.long = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
    this.short = format({ weekday: 'short', day: 'numeric', month: 'short' });
    this.clock = format({ hour: '2-digit', minute: '2-digit' });
    this.days = format({ day: 'numeric', month: 'long', year: 'numeric' });
    this.day = new Intl.DateTimeFormat('en-CA', { timeZone: zone });
  }

  time(start, text) {
    const node = make('time', '', text);
    node.dateTime = start;
    return node;
  }

  when({ start, end, all_day: isAllDay }, isBrief) {
    const [from, to] = [new Date(start), new Date(end)];
    if (isAllDay) return [this.time(this.day.format(from), this.wholeDays(from, new Date(to - 1), isBrief))];
    const day = (isBrief ? this.short : this.long).format(from);
    const first = this.time(start, `${day}, ${this.clock.format(from)}`);
    if (isBrief || start === end) return [first];
    const isOneDay = this.day.format(from) === this.day.format(to);
    const last = isOneDay ? this.clock.format(to) : `${this.short.format(to)}, ${this.clock.format(to)}`;
    return [first, '–', this.time(end, last)];
  }

  /** One day, or the first to the last of several. */
  wholeDays(first, last, isBrief) {
    if (this.day.format(first) === this.day.format(last)) return (isBrief ? this.short : this.long).format(first);
    return this.days.formatRange(first, last).replaceAll('\u2009', ' ');
  }

  title(talk) {
    const link = linkTo(this.pageOf(talk), theirs(talk.title_display ?? talk.title));
    if (talk.status === 'published') return [link];
    const flag = make('span', 'flag', this.words[talk.status] ?? talk.status);
    return [talk.status === 'cancelled' ? make('s', '', link) : link, ' ', flag];
  }

  who({ _embedded: { speakers, various_speakers: various } }) {
    const names = speakers.map(({ name }) => name).join(', ');
    if (names !== '') return theirs(names);
    return various ? this.words.various : undefined;
  }

  where({ location_details: details, location_summary: summary }) {
    const place = summary ?? details;
    return place ? theirs(place) : undefined;
  }

  note({ special_message: message }) {
    return message ? theirs(message) : undefined;
  }

  whole(talk, hasPicture) {
    return make(
      'li',
      'talk',
      hasPicture && talk.image && isHttp(talk.image.url) ? this.picture(talk.image) : undefined,
      make('p', 'when', ...this.when(talk, false)),
      make('p', 'title', ...this.title(talk)),
      part('p', 'who', this.who(talk)),
      part('p', 'where', this.where(talk)),
      part('p', 'series', talk.series && theirs(talk.series.title)),
      part('p', 'note', this.note(talk)),
    );
  }

  picture({ url, alt }) {
    const node = make('img', 'picture');
    Object.assign(node, { alt, loading: 'lazy', referrerPolicy: 'no-referrer', src: url });
    return node;
  }

  line(talk) {
    return make(
      'li',
      'talk',
      make('span', 'when', ...this.when(talk, true)),
      ' ',
      make('span', 'title', ...this.title(talk)),
    );
  }

  row(talk) {
    return make(
      'tr',
      'talk',
      make('td', 'when', ...this.when(talk, true)),
      make('td', 'title', ...this.title(talk), part('p', 'note', this.note(talk))),
      make('td', 'who', this.who(talk)),
      make('td', 'where', this.where(talk)),
    );
  }

  list(talks) {
    return make('ul', 'list', ...talks.map((talk) => this.whole(talk, false)));
  }

  cards(talks) {
    return make('ul', 'cards', ...talks.map((talk) => this.whole(talk, true)));
  }

  compact(talks) {
    return make('ul', 'compact', ...talks.map((talk) => this.line(talk)));
  }

  table(talks) {
    const heads = ['when', 'talk', 'who', 'where'].map((name) => this.head(this.words[name]));
    return make(
      'table',
      'table',
      make('thead', '', make('tr', '', ...heads)),
      make('tbody', '', ...talks.map((talk) => this.row(talk))),
    );
  }

  head(text) {
    const node = make('th', '', text);
    node.scope = 'col';
    return node;
  }

  /** A table of a month's days. @param first of the month, in UTC */
  month(talks, first, locale, today) {
    const ofUtc = (options) => new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options });
    const [weekday, name] = [ofUtc({ weekday: 'short' }), ofUtc({ month: 'long', year: 'numeric' })];
    const [year, month] = [first.getUTCFullYear(), first.getUTCMonth()];
    // The Monday on or before the first.
    const start = 1 - ((first.getUTCDay() + 6) % 7);
    const dayAt = (at) => new Date(Date.UTC(year, month, start + at));
    const byDay = Map.groupBy(talks, (talk) => this.day.format(new Date(talk.start)));
    const cell = (at) => {
      const date = dayAt(at);
      const day = date.toISOString().slice(0, 10);
      const here = byDay.get(day) ?? [];
      if (date.getUTCMonth() !== month) return make('td', 'free');
      const label = this.time(day, String(date.getUTCDate()));
      label.prepend(make('span', 'weekday', `${weekday.format(date)} `));
      const node = make('td', 'day', label, part('ul', '', ...here.map((one) => this.inDay(one))));
      node.classList.toggle('free', here.length === 0);
      node.classList.toggle('today', day === today);
      return node;
    };
    const rows = [];
    for (let at = 0; dayAt(at) <= new Date(Date.UTC(year, month + 1, 0)); at += 7)
      rows.push(make('tr', '', ...[0, 1, 2, 3, 4, 5, 6].map((day) => cell(at + day))));
    const heads = [0, 1, 2, 3, 4, 5, 6].map((day) => this.head(weekday.format(dayAt(day))));
    return make(
      'table',
      'month',
      make('caption', '', name.format(first)),
      make('thead', '', make('tr', '', ...heads)),
      make('tbody', '', ...rows),
    );
  }

  inDay(talk) {
    const time = talk.all_day
      ? this.when(talk, true)[0]
      : this.time(talk.start, this.clock.format(new Date(talk.start)));
    return make('li', 'talk', make('span', 'when', time), ' ', make('span', 'title', ...this.title(talk)));
  }
}

/** A switch for lists and calendars: show the reader's local time beside that of the venue. */

const nav = document.querySelector('nav[data-own-times]');
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
const talks = document.querySelectorAll('li.talk .talk-when, [data-calendar] li a');
// The page of a talk has the reader's own time already.
const isOfTalk = document.querySelector('[data-own-time]') !== null;
if (nav !== null && own && talks.length > 0 && !isOfTalk) {
  const KEY = 'lectern-own-times';
  const { zone, zoneNote, ownTimes } = nav.dataset;
  const wall = (date, timeZone) =>
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(date);
  const { lang } = document.documentElement;
  const locale = lang === 'en' ? 'en-GB' : lang;
  const formatOf = (options) =>
    new Intl.DateTimeFormat(locale, {
      ...options,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone: own,
    });
  const sameDay = formatOf({ timeZoneName: 'short' });
  const otherDay = formatOf({ weekday: 'short', timeZoneName: 'short' });
  const textOf = (start) => {
    const [here, there] = [wall(start, own), wall(start, zone)];
    if (here === there) return '';
    return (here.slice(0, 10) === there.slice(0, 10) ? sameDay : otherDay).format(start);
  };
  const ownTimeOf = (talk) => {
    const time = talk.querySelector('time')?.dateTime ?? '';
    return time.length > 10 ? textOf(new Date(time)) : '';
  };
  const add = (talk) => {
    const text = ownTimeOf(talk);
    if (text === '') return;
    const place = document.createElement('span');
    place.className = 'own-time quiet';
    place.textContent = ' (' + text + ')';
    (talk.querySelector('.talk-end, .ends') ?? talk.querySelector('time')).after(place);
  };
  const added = () => document.querySelectorAll('.own-time:not([data-own-time])');
  const show = (isWanted) => {
    for (const place of added()) place.remove();
    if (isWanted) talks.forEach(add);
  };
  const differs = [...talks].some((talk) => ownTimeOf(talk) !== '');
  const bar = document.createElement('div');
  const line = document.createElement('p');
  const note = document.createElement('span');
  const label = document.createElement('label');
  const box = document.createElement('input');
  bar.className = 'own-times';
  note.textContent = zoneNote;
  box.type = 'checkbox';
  label.append(box, ownTimes);
  line.append(note, label);
  bar.append(line);
  const kept = () => {
    try {
      return localStorage.getItem(KEY) === 'yes';
    } catch {
      return false;
    }
  };
  if (differs) document.querySelector('main').append(bar);
  box.checked = kept();
  if (differs && box.checked) show(true);
  box.addEventListener('change', () => {
    show(box.checked);
    try {
      if (box.checked) localStorage.setItem(KEY, 'yes');
      else localStorage.removeItem(KEY);
    } catch {
      // Storage is not allowed: the setting applies to this page only.
    }
  });
}

/**
 * Labels talks that are on, begin within the hour or have ended, and keeps the labels up to date. Calendars have no room for text:
 * there the stylesheet marks current talks, and the text is for screen readers.
 */

const nav = document.querySelector('nav[data-now]');
if (nav !== null) {
  const MINUTE = 60000;
  const { now: onNow, ended } = nav.dataset;
  const { lang } = document.documentElement;
  const relative = new Intl.RelativeTimeFormat(lang);
  const dayIn = new Intl.DateTimeFormat('sv', { timeZone: nav.dataset.zone });
  const relativeDay = new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });

  const stateOf = (start, end, now) => {
    // A talk without an end lasts an hour.
    const over = end > start ? end : start + 60 * MINUTE;
    if (over <= now) return ended;
    if (start <= now) return onNow;
    const minutes = Math.ceil((start - now) / MINUTE);
    return minutes > 60 ? '' : relative.format(minutes, 'minute');
  };
  /** `Tomorrow, in 12 hours`, on the page of a talk in the next six days. */
  const aheadOf = (start, now) => {
    const [day, today] = [start, now].map((time) => Date.parse(dayIn.format(time)));
    const days = (day - today) / (24 * 60 * MINUTE);
    if (days > 6) return '';
    const said = relativeDay.format(days, 'day');
    const hours = days < 2 ? ', ' + relative.format(Math.round((start - now) / (60 * MINUTE)), 'hour') : '';
    return said.charAt(0).toLocaleUpperCase(lang) + said.slice(1) + hours;
  };
  const isInCalendar = (talk) => talk.closest('[data-calendar]') !== null;
  const dayOf = (cell) => (cell.matches('[data-day]') ? cell : cell.querySelector('[data-day]')).dataset.day;
  /** A talk of several days is in the calendar on each of them. */
  const isOnAnotherDay = (talk, start, end, now) =>
    end - start >= 12 * 60 * MINUTE && dayOf(talk.closest('td, section')) !== dayIn.format(now);
  const grid = document.querySelector('.time-grid:has(.scale)');
  const clockIn = new Intl.DateTimeFormat('sv', { timeZone: nav.dataset.zone, timeStyle: 'short' });
  /** Draws a line at the present, in rows of five minutes below two others. */
  const drawNow = (now) => {
    const [hour, minute] = clockIn.format(now).split(':').map(Number);
    const [first, hours] = ['--first', '--hours'].map((name) => Number(getComputedStyle(grid).getPropertyValue(name)));
    for (const column of grid.querySelectorAll('section')) {
      const isNow = dayOf(column) === dayIn.format(now) && hour >= first && hour < first + hours;
      let line = column.querySelector('.now-line');
      if (line === null && !isNow) continue;
      if (line === null) {
        line = document.createElement('div');
        line.className = 'now-line';
        column.append(line);
      }
      line.hidden = !isNow;
      line.style.gridRow = String((hour - first) * 12 + Math.floor(minute / 5) + 3);
    }
  };
  const timesOf = (talk) => {
    if (talk.dataset.start !== undefined) return [talk.dataset.start, talk.dataset.end];
    const times = [...talk.querySelectorAll('.talk-when time')].map((time) => time.dateTime);
    return [times[0], times[1] ?? times[0]];
  };
  // Where the line has room, to avoid a layout shift.
  const placeIn = (talk) =>
    isInCalendar(talk) ? talk : (talk.querySelector('.talk-when') ?? talk.parentElement.querySelector('.hours'));
  const mark = (talk, text) => {
    let flag = talk.soon;
    if (flag === undefined && text === '') return;
    if (flag === undefined) {
      flag = talk.soon = document.createElement('span');
      flag.className = isInCalendar(talk) ? 'soon unseen' : 'flag soon';
      placeIn(talk).append(' ', flag);
    }
    flag.hidden = text === '';
    if (flag.textContent !== text) flag.textContent = text;
  };
  /** The midnight at which a day begins is not counted down to. */
  const shownState = (talk, state) =>
    talk.dataset.allDay === undefined || state === onNow || state === ended ? state : '';
  const update = () => {
    const now = Date.now();
    if (grid !== null) drawNow(now);
    for (const talk of document.querySelectorAll('li.talk, [data-own-time], [data-calendar] li[data-start]')) {
      const around = talk.matches('li') ? talk : document.querySelector('.page-header');
      if (around.querySelector('.flag.cancelled, .cancelled-title') !== null) continue;
      const [start, end] = timesOf(talk).map((time) => Date.parse(time));
      const state = shownState(talk, stateOf(start, end, now));
      talk.classList.toggle('is-over', state === ended);
      // Days that are over say so themselves, and the page of a talk does.
      const isSaid = talk.closest('.day.is-over, .mine-past') !== null || !talk.matches('li');
      const isMarked =
        state === ended
          ? !isSaid && !isInCalendar(talk)
          : !isInCalendar(talk) || (state === onNow && !isOnAnotherDay(talk, start, end, now));
      const isAhead = state === '' && !talk.matches('li');
      mark(talk, isAhead ? aheadOf(start, now) : isMarked ? state : '');
    }
  };
  update();
  setInterval(update, MINUTE / 4);
  // Browsers throttle timers of hidden pages.
  document.addEventListener('visibilitychange', update);
}

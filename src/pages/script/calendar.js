/**
 * Keyboard navigation in a calendar: from a day, or one of its talks, to the days around it. A day outside of this
 * calendar is in the previous or next one, where its link has the same id, which the address has as its fragment.
 */

const grid = document.querySelector('[data-calendar]:not([data-calendar="rooms"])');
if (grid !== null) {
  const dayAfter = (day, days) => new Date(Date.parse(day) + days * 86400000).toISOString().slice(0, 10);
  const linkOf = (day) => document.getElementById('d' + day);
  const weekday = (day) => (new Date(day).getUTCDay() + 6) % 7;
  const isMonth = grid.dataset.calendar === 'month';
  // A month has a row for each week.
  const row = isMonth ? 7 : 1;
  const STEPS = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -row, ArrowDown: row };
  const monthAfter = (day, months) => {
    const [year, month, date] = day.split('-').map(Number);
    const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
    return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
  };
  const targetOf = (key, day) => {
    if (key in STEPS) return dayAfter(day, STEPS[key]);
    const direction = key === 'PageUp' ? -1 : key === 'PageDown' ? 1 : 0;
    if (direction !== 0) return isMonth ? monthAfter(day, direction) : dayAfter(day, 7 * direction);
    const first = dayAfter(day, -weekday(day));
    const inWeek = [0, 1, 2, 3, 4, 5, 6].map((days) => dayAfter(first, days)).filter(linkOf);
    return key === 'Home' ? inWeek[0] : inWeek[inWeek.length - 1];
  };
  const dayAt = (element) => {
    const cell = element.closest('td, section') ?? element.closest('th')?.parentElement;
    return cell?.querySelector('[data-day]')?.dataset.day;
  };
  grid.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!(event.key in STEPS) && !['PageUp', 'PageDown', 'Home', 'End'].includes(event.key)) return;
    const day = dayAt(event.target);
    if (day === undefined) return;
    event.preventDefault();
    const target = targetOf(event.key, day);
    const link = linkOf(target);
    if (link !== null) {
      link.focus();
      return;
    }
    const turn = document.querySelector('.calendar-turns a[rel=' + (target < day ? 'prev' : 'next') + ']');
    if (turn !== null) location.assign(turn.href + '#d' + target);
  });
  // The day in the address: not every browser focuses the target of a fragment.
  const asked = document.getElementById(location.hash.slice(1));
  if (asked !== null && grid.contains(asked)) asked.focus();
  const isNarrow = matchMedia('(max-width: 64rem)');
  // On a phone, a month shows the talks of one day, which a tap chooses; of those without talks, it opens the page. So
  // does a key, which counts no clicks, and a click that asks for a window.
  grid.addEventListener('click', (event) => {
    const cell = event.target.closest('.day')?.closest('td');
    if (!cell || !isNarrow.matches || event.detail === 0 || cell.matches('.free, .chosen')) return;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    grid.querySelector('.chosen')?.classList.remove('chosen');
    cell.classList.add('chosen');
  });
  // There, a week is a list: scroll to today, unless the reader navigates back.
  const today = grid.querySelector('[aria-current="date"]')?.dataset.day;
  const isList = isNarrow.matches && !isMonth;
  if (isList && today !== undefined && location.hash === '' && document.documentElement.scrollTop === 0) {
    const days = [...grid.querySelectorAll('[data-day]')].filter((one) => one.offsetParent !== null);
    const onwards = days.find(({ dataset }) => dataset.day >= today);
    if (onwards !== undefined && onwards !== days[0])
      onwards.closest('section').scrollIntoView({ behavior: 'instant' });
  }
  document.querySelector('[data-calendar-keys]')?.setAttribute('data-ready', '');
}

/** The reader's local time beside that of the venue, if they differ. */

for (const place of document.querySelectorAll('[data-own-time]')) {
  const { start, end, zone, language, label } = place.dataset;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const from = new Date(start),
    to = new Date(end);
  const wall = (date, timeZone) =>
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(date);
  if (!own || (wall(from, own) === wall(from, zone) && wall(to, own) === wall(to, zone))) continue;
  const sameDay = wall(from, own).slice(0, 10) === wall(from, zone).slice(0, 10);
  const day = sameDay ? {} : { weekday: 'short', day: 'numeric', month: 'short' };
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    ...day,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: own,
    timeZoneName: 'short',
  });
  place.textContent = label + ' ' + format.formatRange(from, to);
}

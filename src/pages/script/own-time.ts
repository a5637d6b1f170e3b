/** The reader's own time, where their clock does not show what the venue's does. Filled in before it is shown. */
export const OWN_TIME = `
for (const place of document.querySelectorAll('[data-own-time]')) {
  const { start, end, zone, lang } = place.dataset;
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const wall = (time, timeZone) =>
    new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(new Date(time));
  if (!own || (wall(start, own) === wall(start, zone) && wall(end, own) === wall(end, zone))) continue;
  const format = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
    weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone: own,
  });
  const name = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { timeZone: own, timeZoneName: 'long' })
    .formatToParts(new Date(start)).find(({ type }) => type === 'timeZoneName').value;
  const text = format.formatRange(new Date(start), new Date(end));
  place.querySelector('[data-text]').textContent = text + ' (' + name + ')';
  place.hidden = false;
}
`;

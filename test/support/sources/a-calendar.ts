/** An iCalendar file with these events. */
export function aCalendar(...events: readonly string[]): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events, 'END:VCALENDAR', ''].join('\r\n');
}

/** An event on a day of 2099 at 17:00 UTC. Its default title is `On` followed by its UID. */
export function anEvent(uid: string, day = '1201', ...lines: readonly string[]): string {
  const summary = lines.some((line) => line.startsWith('SUMMARY')) ? [] : [`SUMMARY:On ${uid}`];
  return ['BEGIN:VEVENT', `UID:${uid}`, ...summary, `DTSTART:2099${day}T170000Z`, ...lines, 'END:VEVENT'].join('\r\n');
}

/** Calendars: tables where there is room for seven days side by side, the days that have talks one below the other where not. */
export const CALENDAR_STYLE = `
.calendar-bar, .calendar-kinds ul, .calendar-turns ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; }
.calendar-bar { justify-content: space-between; border-block-end: 1px solid var(--line); }
.calendar-kinds ul, .calendar-turns ul { list-style: none; margin: 0; padding: 0; }
.calendar-bar a { display: inline-block; padding-block: 0.5rem; }
.calendar-kinds a { color: var(--text); text-decoration: none; }
.calendar-kinds a:hover { text-decoration: underline; }
.calendar-kinds [aria-current='page'] { color: var(--accent); font-weight: 600; box-shadow: inset 0 -2px var(--mark); }
table.calendar { table-layout: fixed; font-size: 0.875rem; line-height: 1.35; }
table.calendar caption { font: 600 1.2rem/1.3 var(--serif); }
table.calendar caption .quiet { font: 0.9375rem var(--sans); }
table.calendar th, table.calendar td { border: 1px solid var(--line); padding: 0.35rem 0.45rem; overflow-wrap: anywhere; }
table.calendar thead th { font-weight: 600; }
table.calendar thead abbr { text-decoration: none; }
table.calendar th.week { inline-size: 3.25rem; }
table.calendar th.week a { display: block; min-block-size: 1.5rem; }
table.calendar.of-week thead th:first-child { inline-size: 11rem; }
table.calendar.of-week tbody th { font-weight: 400; }
table.calendar.of-week tbody td { block-size: auto; }
table.calendar tbody td { block-size: 6rem; }
table.calendar td.outside { background: var(--panel); }
table.calendar .day { display: block; inline-size: 100%; min-block-size: 1.5rem; color: var(--text); text-decoration: none; font-weight: 600; }
table.calendar .day:hover { text-decoration: underline; }
table.calendar .today { box-shadow: inset 0 3px var(--mark); }
table.calendar .today .day { color: var(--accent); }
table.calendar ul { list-style: none; margin: 0; padding: 0; }
table.calendar li { padding-block: 0.2rem; }
table.calendar li a { display: block; color: var(--text); text-decoration: none; min-block-size: 1.5rem; }
table.calendar li a:hover { text-decoration: underline; }
table.calendar li time { color: var(--accent); font-weight: 600; }
table.calendar .place { display: block; color: var(--quiet); }
table.calendar .more :is(a, button) { display: inline-block; min-block-size: 1.5rem; }
table.calendar .weekday { display: none; }
.calendar-keys { visibility: hidden; font-size: 0.9375rem; }
.calendar-keys[data-ready] { visibility: visible; }
@media (hover: none) { .calendar-keys { display: none; } }
@media screen and (max-width: 48rem) {
  .calendar-keys { display: none; }
  .calendar-turns ul { gap: 0.25rem 1rem; }
  table.calendar thead, table.calendar th.week, table.calendar .outside, table.calendar .free { display: none; }
  table.calendar, table.calendar caption, table.calendar tbody, table.calendar tr, table.calendar td, table.calendar tbody th { display: block; }
  table.calendar td, table.calendar tbody th { block-size: auto; inline-size: auto; border-inline: 0; padding-inline: 0; font-size: 1rem; }
  table.calendar tbody td { block-size: auto; }
  table.calendar.of-week td { border-block: 0; }
  table.calendar .weekday { display: inline; }
}
@page calendar { size: landscape; }
@media print {
  body:has(table.calendar) { page: calendar; }
  .calendar-bar, .calendar-keys, .calendar-filtered { display: none; }
  table.calendar { font-size: 8pt; }
  table.calendar tr { break-inside: avoid; }
}
`;

/** What the process ends with. `docs/reference/command-line.md` has a row for each, held equal to this table by a test. */
export const EXIT_STATUS = {
  fine: { status: 0, meaning: 'All done.' },
  failed: {
    status: 1,
    meaning: 'The input has problems or the work could not be done; the message says why. Nothing was changed.',
  },
  usage: { status: 2, meaning: 'The command line or a setting is wrong. Nothing was begun.' },
  partly: { status: 3, meaning: 'Some sources failed and others did not; the messages say which, and why.' },
  bug: { status: 70, meaning: 'A fault in Lectern itself; please report what was printed.' },
  interrupted: {
    status: 130,
    meaning: 'Stopped by SIGINT (Ctrl-C) before it was done. What it was at is as it was before.',
  },
  terminated: { status: 143, meaning: 'Stopped by SIGTERM before it was done. What it was at is as it was before.' },
} as const;

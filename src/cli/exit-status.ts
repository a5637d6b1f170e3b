/** The exit statuses. A test holds the table in `docs/reference/command-line.md` equal to this one. */
export const EXIT_STATUS = {
  fine: { status: 0, meaning: 'Success.' },
  failed: {
    status: 1,
    meaning: 'The input has problems, or the command failed; the message says why. Nothing was changed.',
  },
  usage: { status: 2, meaning: 'The command line or a setting is invalid. Nothing was started.' },
  partly: { status: 3, meaning: 'Some sources failed and others did not; the messages say which, and why.' },
  nothing: { status: 4, meaning: 'There was nothing to write (lectern digest --skip-empty).' },
  bug: { status: 70, meaning: 'A bug in Lectern; please report the output.' },
  interrupted: {
    status: 130,
    meaning: 'Stopped by SIGINT (Ctrl-C) before it finished. Unfinished work was undone.',
  },
  terminated: { status: 143, meaning: 'Stopped by SIGTERM before it finished. Unfinished work was undone.' },
} as const;

/** What `--explain` takes in place of a key: all talks that must not be published. */
export const LEFT_OUT = 'left-out';
/** All talks whose speakers were found in texts. */
export const SPEAKERS = 'speakers';

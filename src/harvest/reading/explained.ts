/** Value of `--explain` that stands for all talks that must not be published. */
export const LEFT_OUT = 'left-out';
/** Value of `--explain` that stands for all talks whose speakers were found in texts. */
export const SPEAKERS = 'speakers';

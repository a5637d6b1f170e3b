import { integer } from './setting-values.ts';
import type { ValueOption } from './option.ts';

/** For `import`, `check` and `sync`. */
export const MAX_PROBLEMS: ValueOption<number> = {
  flag: '--max-problems <number>',
  description: 'Maximum number of problems to list; the rest are counted.',
  default: 100,
  defaultText: '100',
  read: integer(1, 1_000_000),
};

import type { Switch } from './option.ts';

export const DRY_RUN: Switch = {
  flag: '--dry-run',
  description: 'Show what would change, without changing anything.',
};

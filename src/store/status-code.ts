import type { TalkStatus } from '#catalogue/talk.ts';

/** How a talk's row has its status, beside its record, so that an index need not read that. Kept for good. */
const STATUSES = ['published', 'preparation', 'cancelled'] as const satisfies readonly TalkStatus[];

export function statusCode(status: TalkStatus): number {
  return STATUSES.indexOf(status);
}

export function statusFrom(code: number): TalkStatus {
  return STATUSES[code] ?? 'published';
}

const MILLISECONDS_A_DAY = 86_400_000;

/** The date (`yyyy-mm-dd`) this many days later. */
export function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * MILLISECONDS_A_DAY).toISOString().slice(0, 10);
}

export function daysBetween(first: string, last: string): number {
  return Math.round((Date.parse(last) - Date.parse(first)) / MILLISECONDS_A_DAY);
}

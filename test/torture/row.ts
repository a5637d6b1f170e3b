/** One way to torture the service. */
export interface Row {
  readonly name: string;
  readonly what: string;
  readonly reach: string;
  readonly run: (seed: number) => Promise<{ readonly isReached: boolean; readonly figures: string }>;
}

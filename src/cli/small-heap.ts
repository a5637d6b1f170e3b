import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the peak memory of imports low: they hold little at a time but discard a lot. By default,
 * the space for new objects grows to 128 MiB, and the heap to several times that before it is
 * collected. Measured with 100,000 talks: the peak falls from 440 to 300 MiB for tables, from 455
 * to 325 for workbooks and from 415 to 275 for calendars; CPU time falls by a tenth for workbooks,
 * and rises by a twentieth for calendars.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
  setFlagsFromString('--heap-growing-percent=100');
}

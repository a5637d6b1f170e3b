import { setFlagsFromString } from 'node:v8';

/**
 * Collects garbage whenever the heap has grown by a fifth, rather than several times over: an import holds little at a
 * time, but discards a lot. Measured with a calendar of 100 MB: the peak is 60 to 100 MiB lower, and the processor time
 * the same within noise.
 */
export function keepHeapSmall(): void {
  setFlagsFromString('--heap-growing-percent=20');
}

import { basename } from 'node:path';

/**
 * How large the program may be, and how spread out. A change that has to pass a limit raises it, and says why in its
 * commit message; one that makes room lowers it.
 */
export const LIMITS = {
  'lines of src': 102_930,
  'files of src': 721,
  'files that say special_message': 26,
  'files that say online_url': 32,
  'files that say booking_required': 21,
  'files that say organising_department': 44,
  'names that two or more files share': 23,
  'lines of the longest file that people wrote': 600,
  'lines of tests': 88_600,
  'dependencies of every installation': 18,
};

/** Generated, so its length is nobody's choice. */
const GENERATED = ['src/client/openapi-types.ts'];

export interface Count {
  readonly what: string;
  readonly count: number;
  readonly limit: number;
}

/** @param files texts of the repository's files, by path; others than package.json, src and test do not count */
export function shapeOf(files: ReadonlyMap<string, string>): readonly Count[] {
  const paths = [...files.keys()];
  const src = paths.filter((path) => /^src\/.*\.(ts|css|js)$/.test(path));
  const tests = paths.filter((path) => /^test\/.*\.(ts|js|mjs)$/.test(path));
  const text = (path: string) => files.get(path) ?? '';
  const lines = (path: string) => text(path).split('\n').length - 1;
  const sum = (some: readonly string[]) => some.reduce((total, path) => total + lines(path), 0);
  const naming = (field: string) => {
    const inCode = field.replaceAll(/_./g, (mark) => mark.slice(1).toUpperCase());
    return src.filter((path) => text(path).includes(field) || text(path).includes(inCode)).length;
  };
  const { dependencies } = JSON.parse(text('package.json')) as { readonly dependencies: object };
  const counts: Readonly<Record<keyof typeof LIMITS, number>> = {
    'lines of src': sum(src),
    'files of src': src.length,
    'files that say special_message': naming('special_message'),
    'files that say online_url': naming('online_url'),
    'files that say booking_required': naming('booking_required'),
    'files that say organising_department': naming('organising_department'),
    'names that two or more files share': [...Map.groupBy(src, (path) => basename(path)).values()].filter(
      (same) => same.length > 1,
    ).length,
    'lines of the longest file that people wrote': Math.max(
      ...src.filter((path) => !GENERATED.includes(path)).map(lines),
    ),
    'lines of tests': sum(tests),
    'dependencies of every installation': Object.keys(dependencies).length,
  };
  const limits: Readonly<Record<string, number>> = LIMITS;
  return Object.entries(counts).map(([what, count]) => ({ what, count, limit: limits[what] ?? 0 }));
}

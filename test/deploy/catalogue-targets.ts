import { readFile } from 'node:fs/promises';

/** Targets of one record of each kind in a catalogue. */
export interface Targets {
  readonly talk: string;
  readonly talkPage: string;
  readonly calendar: string;
  readonly series: string;
  readonly department: string;
}

export async function targetsIn(catalogue: string): Promise<Targets> {
  const records = (await readFile(catalogue, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const first = (type: string, name: string, more: Record<string, unknown> = {}): string => {
    const found = records.find(
      (record) => record.type === type && Object.entries(more).every(([key, value]) => record[key] === value),
    );
    const value = found?.[name];
    if (typeof value !== 'string') throw new Error(`the catalogue has no ${type} with ${name}`);
    return value;
  };
  const talk = first('talk', 'slug');
  return {
    talk: `/api/talks/${talk}`,
    talkPage: `/talks/id/${talk}/`,
    calendar: `/api/talks/${talk}.ics`,
    series: `/api/series/${first('series', 'slug')}`,
    department: `/api/talks/search?count=5&from=2001-01-01&organising_department=${first('place', 'id', { kind: 'organisation' })}`,
  };
}

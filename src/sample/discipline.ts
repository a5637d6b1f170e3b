/** What people talk about in one department. The phrases are made to fit together in the templates of sample-prose.ts. */
export interface Discipline {
  readonly department: string;
  readonly division: Division;
  readonly manner: Manner;
  /** Singular, no article, lower case unless a name: "maritime history". */
  readonly fields: readonly string[];
  /** Plural, no article: "parish registers". */
  readonly things: readonly string[];
  /** Singular, no article: "network analysis". */
  readonly methods: readonly string[];
  /** With its preposition: "in the port towns of the north". */
  readonly settings: readonly string[];
}

export const DIVISIONS = ['Humanities', 'Social Sciences', 'Physical Sciences', 'Life and Medical Sciences'] as const;
export type Division = (typeof DIVISIONS)[number];

/** How a discipline phrases its titles. */
export type Manner = 'humane' | 'social' | 'formal' | 'natural' | 'clinical';

/** Phrases written in one line, with semicolons between them. */
export function phrases(line: string): readonly string[] {
  return line.split('; ');
}

import { findNames } from './find-names.ts';
import { listDepartments, listSeries } from './list-names.ts';
import { readTalk } from './read-talk.ts';
import { searchTalks } from './search-talks.ts';
import type { Tool } from './tool.ts';

/** All that an assistant can ask. docs/reference/assistants.md is held to this table. */
export const TOOLS: readonly Tool[] = [searchTalks, readTalk, listDepartments, listSeries, findNames];

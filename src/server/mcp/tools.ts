import { findNames } from './find-names.ts';
import { listDepartments, listSeries } from './list-names.ts';
import { readTalk } from './read-talk.ts';
import { searchTalks } from './search-talks.ts';
import type { Tool } from './tool.ts';

/** All tools. A test keeps docs/reference/assistants.md in step. */
export const TOOLS: readonly Tool[] = [searchTalks, readTalk, listDepartments, listSeries, findNames];

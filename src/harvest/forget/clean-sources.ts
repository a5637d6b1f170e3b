import type { SourceState } from '#store/source-states.ts';
import type { Store } from '#store/store.ts';
import type { NameMentions } from './name-mentions.ts';

/** Removes the last messages of sources that mention the name. Returns the names of these sources. */
export async function cleanSources({ sources }: Pick<Store, 'sources'>, mentions: NameMentions): Promise<string[]> {
  const cleaned: string[] = [];
  for (const { name, state } of await sources.list()) {
    if (state === undefined || !mentions.isIn(JSON.stringify([state.problems, state.page]))) continue;
    await sources.replace(name, silenced(state));
    cleaned.push(name);
  }
  return cleaned;
}

/** A sync state without messages about talks. */
export function silenced(state: SourceState): SourceState {
  const page = state.page === null ? null : { ...state.page, news: [], problems: [], failure: [] };
  return { ...state, problems: [], page };
}

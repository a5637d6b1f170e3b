import { alternateQuery, alternates } from '#representations/negotiation/alternates.ts';
import { changesHead } from '#representations/links/search-head.ts';
import type { Representation } from '#representations/representation.ts';
import type { NamedValue } from '#search/query/request.ts';
import { cursorText } from '#search/query/change-cursor.ts';
import type { ChangeCursor, ChangesFrom } from '#search/query/change-cursor.ts';
import { fingerprintOf } from '#search/query/question.ts';
import type { ParsedSearch } from '#search/query/question.ts';
import { dateText } from '#search/query/civil-days.ts';
import { PARAMETER } from '#search/query/parameters.ts';
import type { AskedSince } from '#search/query/value-forms.ts';
import type { StoreState } from '#store/store.ts';
import type { Document } from '../documents/document.ts';
import type { Snapshot } from '#replica/snapshot.ts';
import { badRequest, unavailable } from '../http/errors.ts';
import type { HttpError } from '../http/errors.ts';
import type { ApiService } from '../service.ts';
import { asTalks } from './listing.ts';

/**
 * A search for what changed, with which another site can keep a copy of a listing at little cost.
 * The result for a cursor depends only on the store's versions: every machine gives the same.
 *
 * @param address absolute, without a query
 */
export async function changesDocument(
  { publication, catalogue, assembler }: Pick<ApiService, 'publication' | 'catalogue' | 'assembler'>,
  address: string,
  parsed: ParsedSearch,
  since: AskedSince,
  representation: Representation,
): Promise<Document> {
  const { question, parameters } = parsed;
  const fingerprint = fingerprintOf(question);
  if (since.kind === 'cursor' && since.cursor.fingerprint !== fingerprint) throw ofAnotherQuestion();
  return catalogue.find<Document>(question.text, async (snapshot) => {
    if (since.kind === 'cursor') await requireVersionOf(since.cursor, snapshot, catalogue);
    const { state } = snapshot.index;
    const from = fromOf(since, state);
    const found = snapshot.index.changes(question, from, question.count);
    const isLast = found.total <= question.count;
    // Anything added from now on has a later version, whatever its number.
    const after = isLast ? { version: state.version, number: LAST_NUMBER } : (found.last ?? from.after);
    const head = changesHead(
      publication,
      {
        path: address.slice(publication.baseUrl.length),
        asked: parameters,
        parameters: pinned(parsed),
        cursor: cursorText({ ...from, after, state, fingerprint }),
        total: found.total,
        alternates: alternates('search', address, alternateQuery(parameters)),
      },
      { removed: found.removed, isLast },
    );
    return assembler.listing(
      snapshot,
      asTalks(representation, parsed.fields),
      found.talks,
      representation.search(head),
    );
  });
}

const LAST_NUMBER = 2 ** 32 - 1;

function fromOf(since: AskedSince, { version }: StoreState): ChangesFrom {
  if (since.kind === 'cursor') return since.cursor;
  return { after: { version: 0, number: 0 }, beginning: version, since: since.second };
}

/** The last date that a request can give. */
const LAST_DAY = 2_932_896;

/**
 * A mirror needs fixed days: nothing announces that a day has passed and that its talks no longer
 * match.
 */
function pinned({ parameters, days, dependsOn }: ParsedSearch): readonly NamedValue[] {
  if (dependsOn === 'nothing') return parameters;
  return parameters.map((parameter) => {
    const day = parameter.name === 'from' ? days.from : parameter.name === 'to' ? days.to : undefined;
    return day === undefined || day > LAST_DAY ? parameter : { name: parameter.name, value: dateText(day) };
  });
}

/**
 * Makes sure that the snapshot has a version from which a cursor can be answered: the index may not
 * have reached it yet.
 *
 * @throws HttpError 400 for a cursor of another store or of a history that was rolled back, 503
 * while that is not known
 */
async function requireVersionOf(
  { state }: ChangeCursor,
  snapshot: Snapshot,
  catalogue: ApiService['catalogue'],
): Promise<void> {
  if (snapshot.wasIn(state)) return;
  // Another machine may have given it, which has a later version already.
  if (state.version > snapshot.index.state.version && !(await catalogue.hasAll()))
    throw unavailable('This cursor is newer than the catalogue on this server');
  throw badCursor('The catalogue was replaced, or restored to an earlier state.');
}

function ofAnotherQuestion(): HttpError {
  return badCursor('The cursor belongs to a search with other filters or dates.');
}

function badCursor(what: string): HttpError {
  const hint = 'Use the `changes` link unchanged, or start again with an empty copy: updated_since=beginning.';
  return badRequest([{ code: 'cursor-of-another', where: PARAMETER.updatedSince.name, what, hint }]);
}

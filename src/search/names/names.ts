import type { PlaceKind } from '#catalogue/place.ts';
import { byEntityType } from '#store/entity-type.ts';
import { sharedUint32 } from '../index/columns.ts';
import type { IndexColumns } from '../index/columns.ts';
import { recordTypeOf, type BrowseType } from '../index/list-type.ts';
import { NumberSet } from '../index/number-set.ts';
import { changeTexts, NO_TEXTS } from '../index/texts.ts';
import type { ChangedEntities } from '../index/changed-entities.ts';
import type { Directory } from './directory.ts';
import { changeOrder } from './name-order.ts';

type Names = IndexColumns['names'];
type Orders = IndexColumns['orders'];

export const NO_NAMES: Names = byEntityType(() => NO_TEXTS);

export const NO_ORDERS: Orders = byBrowseType(() => sharedUint32(0));

export function changeNames(old: Names, { names, removed }: ChangedEntities): Names {
  return byEntityType((type) => changeTexts(old[type], names[type], removed[type]));
}

/** @param directory after the changes */
export function changeOrders(old: Orders, { names, kinds, removed }: ChangedEntities, directory: Directory): Orders {
  return byBrowseType((type) => {
    const recordType = recordTypeOf(type);
    const numbers = [...names[recordType].keys()];
    const dropped = new NumberSet(numbers, removed[recordType].toNumbers());
    const fresh = recordType === 'place' ? numbers.filter((number) => kinds.get(number) === KINDS[type]) : numbers;
    return changeOrder(old[type], dropped, fresh, directory.orderedBy(recordType));
  });
}

const KINDS: Partial<Record<BrowseType, PlaceKind>> = { department: 'organisation', venue: 'venue' };

function byBrowseType<T>(make: (type: BrowseType) => T): Record<BrowseType, T> {
  return {
    person: make('person'),
    series: make('series'),
    topic: make('topic'),
    department: make('department'),
    venue: make('venue'),
    collection: make('collection'),
  };
}

import type { PlaceKind } from '#catalogue/place.ts';
import { sharedUint32 } from '../index/columns.ts';
import type { NameColumns, OrderColumns } from '../index/columns.ts';
import type { Directory } from './directory.ts';
import { changeOrder } from './name-order.ts';
import { NumberSet } from '../index/number-set.ts';
import { changeTexts, NO_TEXTS } from '../index/texts.ts';
import type { ChangedType, ChangedEntities } from '../replica/changed-entities.ts';

export const NO_NAMES: NameColumns = {
  people: NO_TEXTS,
  series: NO_TEXTS,
  places: NO_TEXTS,
  topics: NO_TEXTS,
  collections: NO_TEXTS,
};

export const NO_ORDERS: OrderColumns = {
  people: sharedUint32(0),
  series: sharedUint32(0),
  topics: sharedUint32(0),
  departments: sharedUint32(0),
  venues: sharedUint32(0),
  collections: sharedUint32(0),
};

export function changeNames(old: NameColumns, { names, removed }: ChangedEntities): NameColumns {
  return {
    people: changeTexts(old.people, names.person, removed.person),
    series: changeTexts(old.series, names.series, removed.series),
    places: changeTexts(old.places, names.place, removed.place),
    topics: changeTexts(old.topics, names.topic, removed.topic),
    collections: changeTexts(old.collections, names.collection, removed.collection),
  };
}

/** @param directory with the changes made */
export function changeOrders(old: OrderColumns, touched: ChangedEntities, directory: Directory): OrderColumns {
  function changed(type: ChangedType, before: Uint32Array): Uint32Array {
    const fresh = [...touched.names[type].keys()];
    return changeOrder(before, droppedOf(type, touched), fresh, directory.orderedBy(type));
  }
  function changedPlaces(kind: PlaceKind, before: Uint32Array): Uint32Array {
    const fresh = [...touched.kinds].filter(([, each]) => each === kind).map(([number]) => number);
    return changeOrder(before, droppedOf('place', touched), fresh, directory.orderedBy('place'));
  }
  return {
    people: changed('person', old.people),
    series: changed('series', old.series),
    topics: changed('topic', old.topics),
    departments: changedPlaces('organisation', old.departments),
    venues: changedPlaces('venue', old.venues),
    collections: changed('collection', old.collections),
  };
}

/** What is gone, and what may stand elsewhere. */
function droppedOf(type: ChangedType, { names, removed }: ChangedEntities): NumberSet {
  const dropped = new NumberSet();
  for (const number of names[type].keys()) dropped.add(number);
  for (const number of removed[type].toNumbers()) dropped.add(number);
  return dropped;
}

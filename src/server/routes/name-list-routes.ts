import { nameListAnswer, placesAnswer } from '../api/name-lists.ts';
import type { Route } from './route.ts';

const NAME_LIST = { tag: 'talks', kind: 'resource', subject: 'names', ofCatalogue: true, takes: 'name list' } as const;

/** Lists of names. Topics share the address of a single topic: see `api/topics.ts`. */
export const NAME_LIST_ROUTES: readonly Route[] = [
  {
    ...NAME_LIST,
    path: '/api/people',
    name: 'listPeople',
    summary: 'List people by family name',
    description: 'All people, each with how many talks they give; with `q`, those whose name has words that begin so.',
    gives: 'A page of people, and links to the pages beside it',
    resource: 'People',
    answer: nameListAnswer('people'),
  },
  {
    ...NAME_LIST,
    path: '/api/series',
    name: 'listSeries',
    summary: 'List series by title',
    description: 'All series, each with how many talks it has; with `q`, those whose title has words that begin so.',
    gives: 'A page of series, and links to the pages beside it',
    resource: 'SeriesList',
    answer: nameListAnswer('series'),
  },
  {
    ...NAME_LIST,
    path: '/api/collections',
    name: 'listCollections',
    summary: 'List public collections by title',
    description:
      'All public collections, each with how many talks it has; with `q`, those whose title has words that begin so.',
    gives: 'A page of collections, and links to the pages beside it',
    resource: 'Collections',
    answer: nameListAnswer('collections'),
  },
  {
    ...NAME_LIST,
    path: '/api/places',
    name: 'listPlaces',
    summary: 'List departments or venues as a tree',
    description:
      'Departments that organise talks, or with `role=venue` places where talks are held, each with how many talks it ' +
      'and everything under it have: from the top, or those directly under a place, as many levels as `depth` says. ' +
      'Where the parts of a place would be too many (1,000 places in all), they are left out, and its link `places` ' +
      'leads to them. With `q`, those whose name has words that begin so, wherever they are in the tree.',
    gives: 'A page of places, and links to the pages beside it',
    takes: 'places',
    resource: 'Places',
    answer: placesAnswer,
  },
];

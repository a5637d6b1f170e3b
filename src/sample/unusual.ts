import { clockChanges, yearOf } from './calendar.ts';
import type { Day } from './calendar.ts';

/** A talk of the sample that is written by hand: other scripts, odd hours, everything that a listing has to get right. */
export interface UnusualTalk {
  readonly title: string;
  readonly description: string;
  readonly day: Day;
  /** Minutes after midnight, local time. */
  readonly minute: number;
  /** Minutes. */
  readonly length: number;
  /** The clock shows `minute` twice that night, and the second time is meant. */
  readonly again?: true;
  /** Held at the observatory, by night. */
  readonly observatory?: true;
}

interface Lecture {
  readonly title: string;
  readonly description: string;
  /** Days after today. */
  readonly after: number;
}

/** Escaped where an editor might compose them: letters with combining accents stay apart. */
const LECTURES: readonly Lecture[] = [
  {
    after: 2,
    title: 'Ἄνδρα μοι ἔννεπε: ο Οδυσσέας ως αφηγητής',
    description:
      'Διάλεξη στα ελληνικά, με *περίληψη στα αγγλικά*.\n\nA lecture in Greek on Odysseus as a teller of his own story; a summary in English is handed out.',
  },
  {
    after: 5,
    title: 'رسائل التجار في المحيط الهندي',
    description:
      'محاضرة باللغة العربية عن رسائل التجار وما تخبرنا به عن البحر والثقة.\n\nA lecture in Arabic on merchants’ letters; questions in English are welcome.',
  },
  {
    after: 9,
    title: 'שולי הגיליון: הערות בכתבי־יד עבריים',
    description: 'הרצאה בעברית על הערות בשולי כתבי־יד.\n\nA lecture in Hebrew on notes in the margins of manuscripts.',
  },
  {
    after: 12,
    title: '唐詩中的海：從港口到月光',
    description:
      '中文講座，談唐詩如何寫海。\n\nA lecture in Chinese on the sea in Tang poetry, with a reading of six poems.',
  },
  {
    after: 16,
    title: '江戸の看板と町の文字',
    description:
      '日本語での講演です。江戸の看板に見る文字の遊びを紹介します。\n\nA lecture in Japanese on the shop signs of Edo.',
  },
  {
    after: 19,
    title: 'कालिदास के मेघ: बादल, वर्षा और संदेश',
    description: 'हिन्दी में व्याख्यान।\n\nA lecture in Hindi on the cloud messenger.',
  },
  {
    after: 24,
    title: 'Дневники погоды: как море учило считать',
    description:
      'Лекция на русском языке с переводом.\n\nA lecture in Russian, with interpretation, on weather diaries.',
  },
  {
    after: -6,
    title: '한국 영화 속의 항구',
    description: '한국어 강연입니다.\n\nHarbours in Korean cinema, with clips.',
  },
  {
    after: 7,
    title: 'Cafe\u0301, nai\u0308vete\u0301, Zu\u0308rich: what a combining accent costs',
    description:
      'Every accent in this title is a character of its own. We follow it through keyboards, catalogues and search boxes, and count the casualties.',
  },
  {
    after: 3,
    title: '🐙 Eight arms, no bones: an evening with the octopus 🌊',
    description:
      'A family evening with tanks 🐚, drawings ✏️ and one very clever animal.\n\n- doors open at six\n- children under twelve come with a grown-up 👩‍👧‍👦\n- bring a towel',
  },
  {
    after: 11,
    title: 'If a < b & b > c: markup, quotation marks (“ ” ‘ ’ " \') and other accidents',
    description:
      'A talk on text that breaks things: <b>bold claims</b>, stray ampersands & unclosed {braces}, \\backslashes\\ and `code`.',
  },
  {
    after: -15,
    title: 'Størrelsen af Ængstelige Små Øer: naming islands from Åland to Ærø',
    description: 'On island names, letters with strokes and rings, and the order in which an index should put them.',
  },
  {
    after: 21,
    title: 'ﷺ, ﬁ, Ⅷ, ½ and ㎞: characters that stand for several',
    description:
      'How many ways are there to write **one half**? We count ½, $\\frac{1}{2}$, $2^{-1}$ and, for those with time on their hands,\n\n$$\\frac{1}{2} = \\sum_{n=2}^{\\infty} \\frac{1}{2^n} = \\int_0^1 x \\, dx.$$\n\nThen we ask:\n\n1. which of them a search box finds,\n2. which of them can be read aloud, and\n3. what a [catalogue](https://catalogue.example.org/) ought to do about it, at $5 a character.',
  },
  {
    after: 28,
    title:
      'A symposium on everything that has ever been written on the walls, doors, window panes, desks, benches, stairwells, lecture-theatre ceilings and, by persons still unknown, the outside of the observatory dome of this University, with an exhibition, a guided walk in sensible shoes and a closing discussion',
    description: 'The longest title in the programme, and perhaps the shortest walk.',
  },
];

/** The hand-written talks of a catalogue that is made on `today`. */
export function unusualTalks(today: Day): UnusualTalk[] {
  const lectures = LECTURES.map(({ title, description, after }, i) => ({
    title,
    description,
    day: today + after,
    minute: 1020 + (i % 4) * 30,
    length: 90,
  }));
  return [...lectures, ...nights(today)];
}

/** Talks around midnight, at the turn of the year and on both Sundays when the clocks change. */
function nights(today: Day): UnusualTalk[] {
  const { spring, autumn } = changesNear(today);
  const newYear = nearest(
    today,
    [yearOf(today), yearOf(today) + 1].map((year) => Date.UTC(year, 0, 1) / 86_400_000),
  );
  const night = (title: string, day: Day, minute: number, length: number): UnusualTalk => ({
    title,
    description:
      'At the telescopes if the sky is clear, in the library of the observatory if it is not. Bring something warm.',
    day,
    minute,
    length,
    observatory: true,
  });
  return [
    night('A night with Saturn', today + 4, 1380, 150),
    night('The shortest hour: stargazing while the clocks go forward', spring, 30, 60),
    night('Before breakfast: first light after the lost hour', spring, 125, 60),
    night('The hour that comes twice (first time)', autumn, 75, 45),
    { ...night('The hour that comes twice (second time)', autumn, 75, 45), again: true },
    night('The long night: twenty-five hours of astronomy', autumn - 1, 720, 1500),
    night('Midnight exactly: the old year under the meridian', newYear - 1, 1430, 20),
    night('First second of the year', newYear, 0, 60),
  ];
}

function changesNear(today: Day): { spring: Day; autumn: Day } {
  const years = [-1, 0, 1].map((difference) => clockChanges(yearOf(today) + difference));
  return {
    spring: nearest(
      today,
      years.map(({ spring }) => spring),
    ),
    autumn: nearest(
      today,
      years.map(({ autumn }) => autumn),
    ),
  };
}

/** The next such day within a year, else the last one. */
function nearest(today: Day, days: readonly Day[]): Day {
  const next = days.find((day) => day > today && day <= today + 364);
  return next ?? Math.max(...days.filter((day) => day <= today));
}

import type { Person } from '#catalogue/person.ts';
import { at, Random, sampleSlug } from './random.ts';
import type { Discipline } from './discipline.ts';

/** Given and family names that go together, joined as their bearers do. */
interface Tradition {
  readonly given: readonly string[];
  readonly family: readonly string[];
  readonly familyFirst?: true;
  readonly initials?: true;
}

const words = (text: string): readonly string[] => text.split(' ');

const TRADITIONS: readonly Tradition[] = [
  {
    given: words(
      'Alice Benedict Clara Dorothy Edmund Frances Gareth Harriet Isobel Julian Kate Laurence Miriam Nathaniel Olive Rosalind Silas Tabitha',
    ),
    family: words(
      'Ashdown Birkett Cobbold Draycott Elstob Fairweather Garside Hollis Inskip Lockyer Marchbank Netherby Oakhurst Penhaligon Quayle Ravenscroft Sowerby Thistlewood Underhill Wetherall',
    ),
    initials: true,
  },
  {
    given: words('Aoife Ciarán Eilidh Fionn Gwenllian Iain Mairéad Niamh Rhys Siôn Seán Úna'),
    family: words('MacAskill Ní~Bhriain O’Dowd Llewellyn Mac~Giolla Prosser Ó~Súilleabháin Sinclair Tregenza Urquhart'),
    initials: true,
  },
  {
    given: words('Amélie Benoît Chloé Étienne François Gaëlle Inès Loïc Noémie Zoé'),
    family: words(
      'Beauséjour Castelnau D’Hérouville Fournel Lefèvre-Tardif Marchetaux Noirmont Préval Rousselin Vauquelin',
    ),
  },
  {
    given: words('Anneliese Björn Dörte Friederike Götz Jürgen Käthe Lukas Søren Ulrike'),
    family: words(
      'Brückner Eisenlohr Großmann Hülsberg Kjærgaard Lindqvist Østerby Pfeiffenberger Schönwald von~Thalheim',
    ),
  },
  {
    given: words('Álvaro Beatriz Íñigo João Lucía María~José Núria Paulo Sofía Tomás'),
    family: words(
      'Castañeda~Ruiz Figueirôa Gonçalves~Prado Ibáñez Muñoz~Arce Peñalver Quiñones Salvatierra Teixeira Zubiría',
    ),
  },
  {
    given: words('Agnieszka Božena Elżbieta Ewa Květa Łucja Radosława Stanisława Věra Zuzana'),
    family: words(
      'Brzezicka Čermáková Dąbrowska Kowalczewska Novotná Ośmiałowska Řezníčková Šimůnková Wójtowicz Żeleńska',
    ),
  },
  {
    given: words('Ayşe Cem Çağla Deniz Gülşen İpek Mehmet Ömer Şule Yiğit'),
    family: words('Akarsu Bağcıoğlu Çınar Dağdelen Gökmen Işıldak Karataş Öztoprak Şahinkaya Uğurlu'),
  },
  {
    given: words('Aarav Devika Gopal Ishani Kavya Lakshmi Nikhil Priyanka Rohan Sunita'),
    family: words('Bhattacharjee Chaudhuri Deshmukh Iyengar Kulkarni Mukherji Nambiar Raghunathan Subrahmanian Vaidya'),
  },
  {
    given: words('Chinwe Efua Folasade Kwabena Nkechi Obinna Segun Thandiwe Yaw Zanele'),
    family: words('Adeyemi-Cole Boateng Dlamini Ekwueme Gyasi Mthembu Nwachukwu Ogunleye Quartey Sithole'),
  },
  {
    given: words('Anh~Thư Bảo Đức Hương Khánh Linh Minh~Châu Ngọc Quỳnh Tuấn'),
    family: words('Bùi Đặng Đỗ Hoàng Lê Nguyễn Phạm Trần Võ Vũ'),
    familyFirst: true,
  },
  {
    given: words('Haruka Kenji Makoto Naoko Ryōta Sakura Shōhei Tomoko Yūko'),
    family: words('Aoyama Fujisawa Hoshino Kuroda Minamoto Ōtsuka Shiraishi Tsukamoto Yūki'),
  },
  {
    given: words('伟明 晓燕 思远 雨桐 建国 梅香 文博 若兰'),
    family: words('张 李 王 陈 欧阳 司马 林 赵'),
    familyFirst: true,
  },
  {
    given: words('陽子 健太郎 美咲 翔 さくら 直樹'),
    family: words('田中~ 鈴木~ 高橋~ 渡辺~ 小林~ 山本~'),
    familyFirst: true,
  },
  {
    given: words('Ελένη Δήμητρα Σοφία Κατερίνα Ιωάννα Μαρίνα'),
    family: words('Παπαδάκη Αλεξίου Καραγιάννη Μαυρομάτη Οικονόμου Θεοδωρίδη'),
  },
  {
    given: words('Анна Дмитрий Екатерина Сергій Любов Ђорђе'),
    family: words('Шевчук Коваленко Петровић Черных Ткаченко Живаго'),
  },
  { given: words('أحمد ليلى سارة يوسف مريم خالد'), family: words('المنصوري حداد الخطيب النجار القاسم بغدادي') },
  { given: words('נועה יונתן מיכל אורי תמר דוד'), family: words('שפירא בן־ארי לוינסון גולן כרמי רוזן') },
  { given: words('अनिल मीरा कविता राजेश सुनीता अर्जुन'), family: words('शर्मा वर्मा जोशी मिश्रा पाठक देशपांडे') },
  { given: words('지우 서연 민준 하은 도윤 수아'), family: words('김 이 박 최 정 남궁'), familyFirst: true },
];

/** The first traditions write in Latin letters; most people of the sample do. */
const LATIN = 11;

const ELSEWHERE = [
  'Lindholm Bay University',
  'the Karavan Institute of Technology',
  'Universidad de Puerto Sereno',
  'Tsukimori University',
  'the University of Upper Tarn',
  'Königsau University of the Arts',
  'the Institute for Advanced Study, Sant Evrau',
  'Mbali Valley University',
  'the Polytechnic of Novy Brod',
  'Rann of Sura University',
] as const;

const POSTS = [
  'Professor',
  'Associate Professor',
  'Lecturer',
  'Research Fellow',
  'Reader',
  'Postdoctoral Researcher',
  'Emeritus Professor',
  'Doctoral Student',
] as const;

/** Person number `index` of the sample; the discipline follows from the number, so that talks find their speakers. */
export function samplePerson(seed: number, index: number, discipline: Discipline): Person {
  const random = new Random(seed, 'person', index);
  const slug = sampleSlug(seed, 'person', index);
  return {
    type: 'person',
    slug,
    name: nameOf(random),
    bio: bioOf(discipline, random),
    webAddress: random.chance(0.4) ? `https://people.astermouth.example/${slug.slice(0, 8)}` : '',
    emailAddress: random.chance(0.7) ? `${slug.slice(0, 8)}@astermouth.example` : '',
  };
}

const INITIALS = 'ABCDEFGHJKLMNPRSTVW';

function nameOf(random: Random): string {
  const others = TRADITIONS.length - LATIN;
  const number = random.chance(0.86) ? Math.floor(random.next() ** 1.7 * LATIN) : LATIN + random.below(others);
  const tradition = at(TRADITIONS, number);
  const given = random.pick(tradition.given);
  const family = random.pick(tradition.family);
  const initial =
    tradition.initials === true && random.chance(0.35) ? ` ${INITIALS.charAt(random.below(INITIALS.length))}.` : '';
  const latin = number < LATIN;
  const name = tradition.familyFirst === true ? `${family}${latin ? ' ' : ''}${given}` : `${given}${initial} ${family}`;
  return name.replaceAll('~', ' ');
}

function bioOf(discipline: Discipline, random: Random): string {
  const share = random.next();
  if (share < 0.3) return '';
  const post = random.pick(POSTS);
  const field = random.pick(discipline.fields);
  if (share < 0.5) return `${post} at ${random.pick(ELSEWHERE)}.`;
  if (share < 0.8) return `${post} in the ${discipline.department}, working on ${field}.`;
  return `${post} at ${random.pick(ELSEWHERE)}. Works on ${field}, lately with the help of ${random.pick(discipline.methods)}, and has a weakness for ${random.pick(discipline.things)}.`;
}

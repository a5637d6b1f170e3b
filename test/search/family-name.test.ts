import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { familyFirst } from '#search/names/family-name.ts';
import { foldedName, letterOf } from '#search/names/name-order.ts';
import { anyCharacter } from '../support/hostile/any-character.ts';
import { RUNS } from '../support/property-runs.ts';

/** Names as people write them, each with the form it is ordered by. */
const NAMES: Readonly<Record<string, readonly (readonly [written: string, ordered: string])[]>> = {
  'the last word is the family name': [
    ['Ada Lovelace', 'Lovelace Ada'],
    ['John Ronald Reuel Tolkien', 'Tolkien John Ronald Reuel'],
    ['J. R. R. Tolkien', 'Tolkien J. R. R.'],
    ['J.R.R. Tolkien', 'Tolkien J.R.R.'],
    ['Jean-Paul Sartre', 'Sartre Jean-Paul'],
    ['Irène Joliot-Curie', 'Joliot-Curie Irène'],
    ['Conor O’Neill', 'O’Neill Conor'],
    ["Conor O'Neill", 'O’Neill Conor'],
    ['Alasdair MacIntyre', 'MacIntyre Alasdair'],
    ['Barbara McClintock', 'McClintock Barbara'],
    ['JANE SMITH', 'SMITH JANE'],
    ['danah boyd', 'boyd danah'],
    ['Μαρία Παπαδάκη', 'Παπαδάκη Μαρία'],
    ['Анна Ахматова', 'Ахматова Анна'],
    ['נועה שפירא', 'שפירא נועה'],
    ['ليلى حداد', 'حداد ليلى'],
    ['मीरा शर्मा', 'शर्मा मीरा'],
    ['Նարինե Աբգարյան', 'Աբգարյան Նարինե'],
    ['Van Morrison', 'Morrison Van'],
    ['Ben Smith', 'Smith Ben'],
  ],
  'a single word is the family name': [
    ['Plato', 'Plato'],
    ['  Plato ', 'Plato'],
    ['Prof. Plato', 'Plato'],
    ['al-Khwārizmī', 'Khwārizmī'],
    ['erdgeist', 'erdgeist'],
  ],
  'the part before a comma is the family name': [
    ['Smith, John', 'Smith John'],
    ['Smith , John A.', 'Smith John A.'],
    ['Smith, J.', 'Smith J.'],
    ['Smith, Prof. John', 'Smith John'],
    ['García Márquez, Gabriel', 'García Márquez Gabriel'],
    ['van der Berg, Jan', 'Berg Jan van der'],
    ['Van der Berg, Jan', 'Van der Berg Jan'],
    ['De Luca, Erri', 'De Luca Erri'],
    ['al-Ghazali, Muhammad', 'Ghazali Muhammad'],
    ['King, Martin Luther, Jr.', 'King Martin Luther'],
    ['King Jr., Martin Luther', 'King Martin Luther'],
    ['Иванова, Анна', 'Иванова Анна'],
    ['حداد، ليلى', 'حداد ليلى'],
  ],
  'several words before a comma are a full name unless one given name follows': [
    ['Jane Smith, University of Oxford', 'Smith Jane'],
    ['Jane Smith, MIT', 'Smith Jane'],
    ['Prof Jane Smith, Oxford', 'Smith Jane'],
    ['Alo Allik, György Fazekas and Mark Sandler', 'Allik Alo'],
    ['Ada Lovelace and Charles Babbage', 'Lovelace Ada'],
    ['Ada Lovelace & Charles Babbage', 'Lovelace Ada'],
    ['Ada Lovelace; Charles Babbage', 'Lovelace Ada'],
    ['Jane Smith - Oxford', 'Smith Jane'],
    ['Jane Smith (Oxford)', 'Smith Jane'],
    ['Jane Smith (she/her) [online]', 'Smith Jane'],
    ['William “Bill” Gates', 'Gates William'],
    ['Patrick "packi" Stählin', 'Stählin Patrick'],
  ],
  'titles before a name are omitted': [
    ['Prof Jane Smith', 'Smith Jane'],
    ['Professor Dame Jane Smith', 'Smith Jane'],
    ['Prof. Dr. Hans Müller', 'Müller Hans'],
    ['Prof.Dr.Hans Müller', 'Müller Hans'],
    ['Prof. Dr. rer. nat. Dr. h.c. mult. Hans Müller', 'Müller Hans'],
    ['Dr.-Ing. Anna Weiß', 'Weiß Anna'],
    ['Dr Smith', 'Smith'],
    ['Phil Smith', 'Smith Phil'],
    ['Sir Tim Berners-Lee', 'Berners-Lee Tim'],
    ['The Rt Hon. Lord Rees', 'Rees'],
    ['Assoc. Prof. Wei Zhang', 'Zhang Wei'],
    ['Revd Dr John Polkinghorne', 'Polkinghorne John'],
    ['Mme Marie Curie', 'Curie Marie'],
    ['проф. Анна Ткаченко', 'Ткаченко Анна'],
    ['д-р Анна Ткаченко', 'Ткаченко Анна'],
    ['د. ليلى حداد', 'حداد ليلى'],
    ['ד״ר נועה שפירא', 'שפירא נועה'],
    ['डॉ. मीरा शर्मा', 'शर्मा मीरा'],
  ],
  'degrees, honours and generational suffixes after a name are omitted': [
    ['Jane Smith FRS', 'Smith Jane'],
    ['Jane Smith, FRS', 'Smith Jane'],
    ['Jane Smith CBE FRS FMedSci', 'Smith Jane'],
    ['Jane Smith, Ph.D.', 'Smith Jane'],
    ['Jane Smith, D.Phil., M.A.', 'Smith Jane'],
    ['Jane Smith MA', 'Smith Jane'],
    ['Jack Ma', 'Ma Jack'],
    ['Jack MA', 'MA Jack'],
    ['Martin Luther King Jr.', 'King Martin Luther'],
    ['Henry Louis Gates, Jr.', 'Gates Henry Louis'],
    ['William H. Gates III', 'Gates William H.'],
    ['João Silva Neto', 'Silva João'],
    ['Agostinho Neto', 'Neto Agostinho'],
  ],
  'a lower-case particle is skipped, but a capitalised one is part of the name': [
    ['Ludwig van Beethoven', 'Beethoven Ludwig van'],
    ['Jan van der Berg', 'Berg Jan van der'],
    ['Jan Van der Berg', 'Van der Berg Jan'],
    ['Rik Van de Walle', 'Van de Walle Rik'],
    ['Johann Wolfgang von Goethe', 'Goethe Johann Wolfgang von'],
    ['Simone de Beauvoir', 'Beauvoir Simone de'],
    ['Jean de La Fontaine', 'La Fontaine Jean de'],
    ['Oscar de la Renta', 'Renta Oscar de la'],
    ['Daphne Du Maurier', 'Du Maurier Daphne'],
    ['Robert De Niro', 'De Niro Robert'],
    ['Ursula K. Le Guin', 'Le Guin Ursula K.'],
    ['Leonardo da Vinci', 'Vinci Leonardo da'],
    ['Maria dos Santos', 'Santos Maria dos'],
    ['Jean le Rond d’Alembert', 'Alembert Jean le Rond'],
    ["Gabriele D'Annunzio", 'D’Annunzio Gabriele'],
    ["Gerard 't Hooft", 'Hooft Gerard ’t'],
    ['von Neumann', 'Neumann von'],
    ['Jane St. Clair', 'St. Clair Jane'],
    ['Tomás Ó Fiaich', 'Ó Fiaich Tomás'],
    ['Máire Ní Bhriain', 'Ní Bhriain Máire'],
    ['Cormac Mac Giolla', 'Mac Giolla Cormac'],
    ['José Ortega y Gasset', 'Ortega y Gasset José'],
    ['Santiago Ramón y Cajal', 'Ramón y Cajal Santiago'],
    ['Antoni Gaudí i Cornet', 'Gaudí i Cornet Antoni'],
    ['Muhammad ibn Musa al-Khwārizmī', 'Khwārizmī Muhammad ibn Musa'],
    ['Jim Al-Khalili', 'Al-Khalili Jim'],
    ['Tahar Ben Jelloun', 'Ben Jelloun Tahar'],
    ['Nasr Hamid Abu Zayd', 'Abu Zayd Nasr Hamid'],
    ['أحمد المنصوري', 'منصوري أحمد'],
    ['نصر حامد أبو زيد', 'أبو زيد نصر حامد'],
    ['محمد بن موسى الخوارزمي', 'خوارزمي محمد بن موسى'],
    ['דוד בן גוריון', 'בן גוריון דוד'],
  ],
  'a word in capitals is the family name in any position': [
    ['ZHANG Wei', 'ZHANG Wei'],
    ['Wei ZHANG', 'ZHANG Wei'],
    ['Jean-Paul LE GALL', 'LE GALL Jean-Paul'],
    ['GARCÍA MÁRQUEZ Gabriel', 'GARCÍA MÁRQUEZ Gabriel'],
    ['Gabriel GARCÍA MÁRQUEZ', 'GARCÍA MÁRQUEZ Gabriel'],
    ['Ronald McDONALD', 'McDONALD Ronald'],
    ['Prof. KIM Min-jun', 'KIM Min-jun'],
    ['JK Rowling', 'Rowling JK'],
  ],
  'the words before initials are the family name': [
    ['Smith J.', 'Smith J.'],
    ['Smith J A', 'Smith J A'],
    ['García Márquez G.', 'García Márquez G.'],
    ['van der Berg J.-P.', 'Berg J.-P. van der'],
    ['Иванова А. П.', 'Иванова А. П.'],
  ],
  'the word before a given name and a patronymic is the family name': [
    ['Петров Иван Иванович', 'Петров Иван Иванович'],
    ['Петрова Анна Ильинична', 'Петрова Анна Ильинична'],
    ['Иван Иванович Петров', 'Петров Иван Иванович'],
    ['Роман Аркадьевич Абрамович', 'Абрамович Роман Аркадьевич'],
    ['Роман Абрамович', 'Абрамович Роман'],
  ],
  'names in scripts with the family name first keep their order': [
    ['李明', '李明'],
    ['王 小明', '王 小明'],
    ['田中 陽子', '田中 陽子'],
    ['김민준', '김민준'],
    ['남궁 서연', '남궁 서연'],
    ['สมชาย ใจดี', 'สมชาย ใจดี'],
    ['アルベルト・アインシュタイン', 'アインシュタイン アルベルト'],
    ['張偉 (Zhang Wei)', '張偉'],
    ['Wei Zhang (张伟)', 'Zhang Wei'],
    ['Wei Zhang 张伟', 'Zhang Wei'],
  ],
  'text that is not a personal name keeps its order': [
    ['Speaker to be confirmed', 'Speaker to be confirmed'],
    ['Various speakers', 'Various speakers'],
    ['Institute of Physics', 'Institute of Physics'],
    ['The Royal Society', 'Royal Society'],
    ['—', '—'],
    ['', ''],
    ['1700', '1700'],
    ['x '.repeat(200), 'x '.repeat(200)],
  ],
};

for (const [what, names] of Object.entries(NAMES))
  test(`people are ordered by family name: ${what}`, () => {
    assert.deepEqual(
      names.map(([written]) => [written, familyFirst(written)]),
      names,
    );
  });

test('people are listed under the first letter of their family name, in its own script', () => {
  const letters = (names: readonly string[]): string[] => names.map((name) => letterOf(foldedName(familyFirst(name))));
  assert.deepEqual(letters(['Émile Øster', 'Jan van der Berg', 'Prof. Łucja Żeleńska', 'Jürgen de Ávila']), [
    ...['O', 'B', 'Z', 'A'],
  ]);
  assert.deepEqual(letters(['Анна Живаго', 'Δήμητρα Αλεξίου', 'ليلى النجار', 'נועה גולן', 'Նարինե Աբգարյան']), [
    ...['Ж', 'Α', 'ن', 'ג', 'Ա'],
  ]);
  assert.deepEqual(letters(['李明', '田中 陽子', '김민준', '佐藤 Naoko', '1700', '']), ['#', '#', 'ㄱ', '#', '#', '#']);
});

test('any name has a stable ordered form, which is empty only for an empty name', () => {
  const word = fc.oneof(
    fc.constantFrom(
      'Prof.',
      'Jr',
      'van',
      'De',
      'y',
      'MA',
      'FRS',
      ',',
      '(',
      ')',
      '"',
      'J.',
      'Ada',
      'LEE',
      'al-',
      '’',
      '李',
      'بن',
    ),
    fc.string({ unit: anyCharacter, maxLength: 6 }),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), (words) => {
      const name = words.join(' ');
      const ordered = familyFirst(name);
      assert.equal(familyFirst(name), ordered);
      assert.equal(ordered === '', name === '');
    }),
    { numRuns: RUNS.quick },
  );
});

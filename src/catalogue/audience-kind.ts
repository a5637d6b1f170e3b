/** Audiences that can be recognised in words: everyone, or the members of an institution. */
export const AUDIENCES = ['public', 'members'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Must match the whole text: “All members of the department” does not mean everyone. */
const PUBLIC = new RegExp(
  `^[\\s\\p{P}]*(?:${[
    '(?:(?:open|suitable) (?:to|for) )?(?:all|everyone|everybody|any(?:one|body)|(?:the )?(?:(?:general|wider) )?public)',
    '(?:(?:the )?(?:general )?public|all|everyone|everybody|any(?:one|body))(?: (?:is|are))? (?:very |most )?(?:welcome|invited)',
    '(?:a )?general audience',
    '(?:offen für )?(?:alle|jedermann|alle interessierten|die (?:breite )?öffentlichkeit)|(?:breite )?öffentlich(?:keit)?',
    'alle (?:sind )?(?:herzlich )?(?:willkommen|eingeladen)',
    '(?:ouverte? (?:à|au) )?(?:tous|toutes et tous|tout public|grand public|public)|bienvenue à tous',
    '(?:abiert[oa] (?:a(?:l)? )?)?(?:todos|todo el público|tod[oa]s los públicos|público(?: (?:en )?general)?)',
  ].join('|')})[\\s\\p{P}]*$`,
  'iu',
);

/** One of these words is enough, unless one of OTHERS is there too. */
const MEMBERS = new RegExp(
  `(?<!\\p{L})(?:${[
    'members?|staff|students?|(?:under|post)?graduates|internal|employees',
    'mitglieder|studierende|studenten|mitarbeiter\\p{L}*|beschäftigte|intern',
    'membres|étudiant\\p{L}*|personnel|interne',
    'miembros|estudiantes|personal|interno',
  ].join('|')})(?!\\p{L})`,
  'iu',
);
const OTHERS =
  /(?<!\p{L})(?:public|publics|everyone|everybody|anyone|visitors|guests|non-members|öffentlichkeit|gäste|tous|todos|público)(?!\p{L})/iu;

/** Recognises an audience in words. Undefined: the words do not say. */
export function audienceKind(words: string): Audience | undefined {
  if (words === '') return undefined;
  const line = words.normalize('NFC').replace(/\s+/g, ' ');
  if (PUBLIC.test(line)) return 'public';
  return MEMBERS.test(line) && !OTHERS.test(line) ? 'members' : undefined;
}

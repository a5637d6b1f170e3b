import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { audienceKind } from '#catalogue/audience-kind.ts';

describe('the kind of an audience text', () => {
  it('is public if the text only says that everyone may come', () => {
    const all = [
      ...['Public', 'public', 'General public', 'The wider public', 'All', 'All welcome', 'Everyone is very welcome!'],
      ...['Open to all', 'Open to the public', 'Open to everyone.', 'Anyone', 'General audience', 'All are welcome'],
      ...['Öffentlich', 'Alle sind herzlich willkommen', 'Die Öffentlichkeit', 'Tout public', 'Ouvert à tous'],
      ...['Grand public', 'Abierto al público', 'Público en general', 'Todos'],
    ];
    for (const words of all) assert.equal(audienceKind(words), 'public', words);
  });

  it('is members if the text names only members', () => {
    const all = [
      ...['Members of the University only', 'Members', 'Staff', 'Students and staff', 'All members of the department'],
      ...['Internal', 'University employees', 'Nur für Studierende', 'Étudiants et personnel', 'Solo miembros'],
    ];
    for (const words of all) assert.equal(audienceKind(words), 'members', words);
  });

  it('is undefined if the text says anything else', () => {
    const all = [
      ...[
        '',
        'Researchers in topic',
        'Families with children from eight years',
        'Not open to the public',
        'Registered',
      ],
      ...[
        'Members and the public',
        'Students and anyone interested',
        'Students, staff and visitors',
        'Publicity people',
      ],
    ];
    for (const words of all) assert.equal(audienceKind(words), undefined, words);
  });
});

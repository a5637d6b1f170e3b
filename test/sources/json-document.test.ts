import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import fc from 'fast-check';
import { parseJson, readJsonDocument } from '#sources/json-document.ts';
import { columnOfSyntaxError } from '#sources/json-syntax.ts';

async function read(...chunks: (string | Buffer)[]): Promise<unknown> {
  async function* given() {
    for (const chunk of chunks) yield await Promise.resolve(Buffer.from(chunk));
  }
  const document = await readJsonDocument({ name: 'file', address: '', chunks: given() });
  return document.ok ? document.value : document.failure;
}

describe('a JSON document', () => {
  it('is read from chunks that split a character', async () => {
    const bytes = Buffer.from('{"title":"Größe"}');
    const pieces = [...bytes].map((byte) => Buffer.from([byte]));
    assert.deepEqual(await read(...pieces), { title: 'Größe' });
  });

  it('may have a byte order mark and be encoded in UTF-16 or Windows-1252', async () => {
    assert.deepEqual(await read('\ufeff["é"]'), ['é']);
    assert.deepEqual(await read(Buffer.from('\ufeff["é"]', 'utf16le')), ['é']);
    assert.deepEqual(await read(Buffer.from('["\u00e9"]', 'latin1')), ['é']);
  });

  it('is rejected with the line and column of a syntax error', () => {
    const document = parseJson('{\n  "a": 1,\n  "b": tru\n}');
    assert.deepEqual(document, {
      ok: false,
      failure: {
        code: 'bad-json',
        where: '',
        what: 'Invalid JSON from column 8 of this line.',
        hint: 'Export it again.',
        line: 3,
      },
    });
  });

  it('is reported as truncated if it ends too early', () => {
    const document = parseJson('[1,\n[2,');
    assert.ok(!document.ok);
    assert.deepEqual([document.failure.line, document.failure.what], [2, 'The JSON is truncated.']);
  });

  it('is rejected if it is nested too deeply, not counting brackets in strings', () => {
    const document = parseJson(`[\n${'['.repeat(1_000_000)}`);
    assert.ok(!document.ok);
    assert.deepEqual([document.failure.code, document.failure.line], ['too-deep', 2]);
    assert.ok(parseJson(`["${'['.repeat(100)}\\"${'{'.repeat(100)}"]`).ok);
    assert.ok(parseJson('['.repeat(64) + ']'.repeat(64)).ok);
  });

  it('is rejected if it is too large, without reading the rest', async () => {
    let given = 0;
    async function* endless() {
      for (;;) {
        given++;
        yield await Promise.resolve(Buffer.alloc(1024 * 1024, ' '));
      }
    }
    const document = await readJsonDocument({ name: 'file', address: '', chunks: endless() });
    assert.ok(!document.ok);
    assert.equal(document.failure.code, 'too-large');
    assert.ok(given <= 66, `${given} MiB`);
  });
});

test('columnOfSyntaxError returns the column of the first unexpected token', () => {
  const columns = {
    '': 1,
    '{"a":1,}': 8,
    '{"a" 1}': 6,
    '{"a":1': 7,
    '[1,2]]': 6,
    '{"a":tru}': 6,
    '[1 2]': 4,
    '{a:1}': 2,
    "{'a':1}": 2,
    '[[],{"q":[1,{}': 15,
    '[01]': 3,
    '[-]': 2,
    '[1,]': 4,
    '{"a":[{}],  "b"}': 16,
    ' nul': 2,
  };
  assert.deepEqual(Object.fromEntries(Object.keys(columns).map((text) => [text, columnOfSyntaxError(text)])), columns);
});

test('columnOfSyntaxError never points past an invalid character', () => {
  fc.assert(
    fc.property(fc.json(), fc.nat(), (json, seed) => {
      const at = seed % (json.length + 1);
      const ruined = `${json.slice(0, at)}\u0001${json.slice(at)}`;
      const column = columnOfSyntaxError(ruined);
      assert.ok(column >= 1 && column <= at + 1, `${JSON.stringify(ruined)}: ${column}`);
    }),
  );
});

test('columnOfSyntaxError handles a string of 9 million characters', () => {
  const text = `{"a":"${'x'.repeat(9_000_000)}",}`;
  assert.equal(columnOfSyntaxError(text), text.length);
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { importedDatabase } from '../support/db/imported-database.ts';
import { isMembers, valueAt } from '../support/json-value.ts';
import { askPort } from '../support/http/ask.ts';
import { textOf } from '../support/http/http-answer.ts';
import { assistantWith } from '../support/mcp/assistant.ts';
import { NO_ASSISTANTS } from '../support/mcp/mcp-installed.ts';
import { serveLectern } from '../support/process/lectern-process.ts';
import { RICH, UNIVERSITY } from '../support/catalogue/university.ts';
import { slugOf, talk } from '../support/catalogue/wire-records.ts';

const PAGE = readFileSync('docs/how-to/connect-an-assistant.md', 'utf8');
const ADDRESS = 'https://talks.example.org';
const DATABASE = 'sqlite:/srv/talks.db';

const database = importedDatabase([...UNIVERSITY, talk(slugOf(80), '2099-01-01T10:00:00Z', { title: 'Of light' })]);

/** The code blocks of the page in this language. */
function blocks(language: string): string[] {
  return [...PAGE.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text);
}

/** Splits a command line as a shell does, as far as the page needs it. */
function argumentsOf(line: string): string[] {
  const words = line.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|(\S+)/g);
  return [...words].map(([, quoted, plain = '']) => quoted ?? plain);
}

/** The servers that the configurations of assistants name. */
function configuredServers(): unknown[] {
  return blocks('json').map((text) => {
    const configuration: unknown = JSON.parse(text);
    return valueAt(configuration, 'servers', 'talks') ?? valueAt(configuration, 'mcpServers', 'talks');
  });
}

describe('docs/how-to/connect-an-assistant.md', { skip: NO_ASSISTANTS }, () => {
  it('shows commands that serve MCP over HTTP and query it', async (t) => {
    const [serve = '', curl = ''] = blocks('sh');
    const [program, verb, ...options] = argumentsOf(serve);
    assert.deepEqual([program, verb, options[0]], ['lectern', 'serve', '--mcp']);
    const serving = await serveLectern(await database(), options);
    t.after(() => serving.kill());
    const [tool, url = '', ...given] = argumentsOf(curl);
    assert.equal(tool, 'curl');
    const valuesOf = (option: string): string[] => given.filter((_, at) => given[at - 1] === option);
    const answer = await askPort(serving.port, url.replace(ADDRESS, ''), {
      method: 'POST',
      headers: Object.fromEntries(
        valuesOf('--header').map((line): [string, string] => {
          const [name = '', value = ''] = line.split(': ');
          return [name, value];
        }),
      ),
      body: valuesOf('--data').join(''),
    });
    assert.equal(answer.status, 200);
    assert.match(textOf(answer), /Title: Of light/);
    assert.match(textOf(answer), new RegExp(`Address: ${ADDRESS}/talks/id/${slugOf(80)}/`));
    const overHttp = configuredServers().filter((server) => valueAt(server, 'type') === 'http');
    assert.deepEqual(overHttp, [{ type: 'http', url }]);
    assert.ok(PAGE.includes(`\`claude mcp add --transport http talks ${url}\``));
  });

  it('has configurations that start lectern mcp as the page shows it', async () => {
    const line = argumentsOf(blocks('sh')[2] ?? '');
    const commands = configuredServers().filter((server) => isMembers(server) && 'command' in server);
    assert.equal(commands.length, 2);
    for (const command of commands) {
      const given = valueAt(command, 'args');
      assert.ok(Array.isArray(given));
      assert.deepEqual([valueAt(command, 'command'), ...given.map(String)], line);
    }
    const [program, verb, ...args] = line;
    assert.deepEqual([program, verb], ['lectern', 'mcp']);
    const at = await database();
    const { call, close } = await assistantWith(args.map((text) => (text === DATABASE ? at : text)));
    const { data } = await call('read_talk', { talk: RICH });
    assert.equal(valueAt(data, 'address'), `${ADDRESS}/talks/id/${RICH}/`);
    await close();
  });

  it('quotes the error message for a missing package', () => {
    const [, quoted = ''] = /“(Assistants cannot[^”]*)”/.exec(PAGE) ?? [];
    const [beginning = '', end = ''] = quoted.split('…').map((part) => part.trim());
    const source = readFileSync('src/server/mcp/sdk.ts', 'utf8');
    assert.ok(beginning !== '' && end !== '' && source.includes(beginning) && source.includes(end));
  });
});

import assert from 'node:assert/strict';
import { textOf as bodyOf } from '../support/http/http-answer.ts';
import type { LazyServer } from '../support/http/server.ts';
import { listAt, textAt, valueAt } from '../support/json-value.ts';
import type { Markup } from '../support/render/markup.ts';
import { allOf, hasClass, pageTree } from '../support/render/page-tree.ts';

/** Reads pages of a server, and what its API returns for the same queries. */
export function searchReader(server: LazyServer) {
  return {
    pageAt: async (path: string, language = 'en'): Promise<Markup> => {
      const answer = await server.ask(path, { headers: { accept: 'text/html', 'accept-language': language } });
      assert.equal(answer.status, 200, path);
      return pageTree(bodyOf(answer));
    },

    asInterface: async (query: string): Promise<{ readonly slugs: string[]; readonly total: unknown }> => {
      const found = await server.read(`/api/talks/search?${query}`);
      const slugs = listAt(found, '_embedded', 'talks').map((one) => textAt(one, 'slug'));
      return { slugs, total: valueAt(found, 'total') };
    },
  };
}

/** The slugs of the talks that a page lists, in order. */
export function listedOn(tree: Markup): string[] {
  return allOf(tree, 'p', hasClass('talk-title')).map((title) => {
    const [link] = allOf(title, 'a');
    return /^\/talks\/id\/([^/]+)\//.exec(link?.attributes.href ?? '')?.[1] ?? '';
  });
}

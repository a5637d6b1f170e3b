import { parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { elementsWithin, textOf, type Markup } from './markup.ts';

/** The root element of a page, parsed as browsers do. */
export function pageTree(html: string): Markup {
  const root = parse(html).childNodes.find((node) => 'tagName' in node);
  if (root === undefined) throw new Error('no root element');
  return markupOfElement(root);
}

/** A fragment of a page's body, parsed as browsers do, inside an element without a name; and the parse errors. */
export function fragmentTree(html: string): { readonly root: Markup; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const fragment = parseFragment(html, {
    onParseError: ({ code, startOffset }) => faults.push(`${code} at ${html.slice(startOffset, startOffset + 40)}`),
  });
  return { root: { name: '', attributes: {}, content: fragment.childNodes.map(partOf) }, faults };
}

function partOf(node: DefaultTreeAdapterTypes.ChildNode): string | Markup {
  if ('tagName' in node) return markupOfElement(node);
  // Nodes that are neither elements nor text are named after their kind, such as #comment.
  return node.nodeName === '#text' && 'value' in node
    ? node.value
    : { name: node.nodeName, attributes: {}, content: [] };
}

function markupOfElement(element: DefaultTreeAdapterTypes.Element): Markup {
  const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
  return { name: element.tagName, attributes, content: element.childNodes.map(partOf) };
}

/** All elements with this name that pass the test. */
export function allOf(root: Markup, name: string, test: (element: Markup) => boolean = () => true): Markup[] {
  return [...elementsWithin(root)].filter((element) => element.name === name && test(element));
}

/** The only element with this name that passes the test; throws if there are none or several. */
export function oneOf(root: Markup, name: string, test?: (element: Markup) => boolean): Markup {
  const [found, other] = allOf(root, name, test);
  if (found === undefined || other !== undefined) throw new Error(`not exactly one ${name}`);
  return found;
}

export function hasClass(wanted: string): (element: Markup) => boolean {
  return ({ attributes }) => attributes.class?.split(' ').includes(wanted) === true;
}

/** Text as readers see it, with white space collapsed. */
export function seenText(element: Markup): string {
  return textOf(element).replace(/\s+/g, ' ').trim();
}

/** The names and values that a browser sends if a form is submitted unchanged, in order. */
export function submitted(form: Markup): [name: string, value: string][] {
  const fields = [...elementsWithin(form)].flatMap((field): [string, string][] => {
    const { name, value = '', type } = field.attributes;
    if (name === undefined) return [];
    if (field.name === 'select') {
      const options = allOf(field, 'option');
      const chosen = options.filter(({ attributes }) => attributes.selected !== undefined);
      const sent = chosen.length > 0 || field.attributes.multiple !== undefined ? chosen : options.slice(0, 1);
      return sent.map((option) => [name, option.attributes.value ?? seenText(option)]);
    }
    if (field.name !== 'input' || (type === 'checkbox' && field.attributes.checked === undefined)) return [];
    return [[name, value]];
  });
  return fields;
}

import { parse, parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import { elementsWithin, textOf, type Markup } from './markup.ts';

/** A page as a browser understands it: its root element. */
export function pageTree(html: string): Markup {
  const root = parse(html).childNodes.find((node) => 'tagName' in node);
  if (root === undefined) throw new Error('there is no root element');
  return markupOfElement(root);
}

/** What a browser makes of a piece of a page's body, in an element without a name, and what it has to object to in it. */
export function fragmentTree(html: string): { readonly root: Markup; readonly faults: readonly string[] } {
  const faults: string[] = [];
  const fragment = parseFragment(html, {
    onParseError: ({ code, startOffset }) => faults.push(`${code} at ${html.slice(startOffset, startOffset + 40)}`),
  });
  return { root: { name: '', attributes: {}, content: fragment.childNodes.map(partOf) }, faults };
}

function partOf(node: DefaultTreeAdapterTypes.ChildNode): string | Markup {
  if ('tagName' in node) return markupOfElement(node);
  // What is neither an element nor text is called after what it is: #comment.
  return node.nodeName === '#text' && 'value' in node
    ? node.value
    : { name: node.nodeName, attributes: {}, content: [] };
}

function markupOfElement(element: DefaultTreeAdapterTypes.Element): Markup {
  const attributes = Object.fromEntries(element.attrs.map(({ name, value }) => [name, value]));
  return { name: element.tagName, attributes, content: element.childNodes.map(partOf) };
}

/** Every element of the tree that is so. */
export function allOf(root: Markup, name: string, test: (element: Markup) => boolean = () => true): Markup[] {
  return [...elementsWithin(root)].filter((element) => element.name === name && test(element));
}

/** The only element of the tree that is so. */
export function oneOf(root: Markup, name: string, test?: (element: Markup) => boolean): Markup {
  const [found, other] = allOf(root, name, test);
  if (found === undefined || other !== undefined) throw new Error(`there is not one ${name}`);
  return found;
}

export function hasClass(wanted: string): (element: Markup) => boolean {
  return ({ attributes }) => attributes.class?.split(' ').includes(wanted) === true;
}

/** A text as a reader sees it: in one line. */
export function seenText(element: Markup): string {
  return textOf(element).replace(/\s+/g, ' ').trim();
}

/** What a browser sends when the form of a page is submitted as it stands: names and values in order. */
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

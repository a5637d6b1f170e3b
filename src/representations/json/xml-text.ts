export const XML_DECLARATION = '<?xml version="1.0" encoding="utf-8"?>\n';

const MARKUP = /[&<>"\r]/g;
const NEEDS_CARE = /[^\t\n\x20-\x21\x23-\x25\x27-\x3b\x3d\x3f-\x7e]/;

/** Character data, or the value of an attribute in double quotes. A carriage return is written as a reference: a parser turns a bare one into a line feed. */
export function escapedXml(text: string): string {
  if (!NEEDS_CARE.test(text)) return text;
  return withoutForbidden(text).replace(MARKUP, reference);
}

function reference(character: string): string {
  switch (character) {
    case '&':
      return '&amp;';
    case '<':
      return '&lt;';
    case '>':
      return '&gt;';
    case '"':
      return '&quot;';
    default:
      return '&#13;';
  }
}

/** `<name>text</name>`; the name is ours. */
export function textElement(name: string, text: string): string {
  return `<${name}>${escapedXml(text)}</${name}>`;
}

/** Names are ours; without `content` the element is empty. */
export function element(name: string, attributes: Readonly<Record<string, string>>, content = ''): string {
  let tag = name;
  for (const attribute in attributes) tag += ` ${attribute}="${escapedXml(attributes[attribute] ?? '')}"`;
  return content === '' ? `<${tag}/>` : `<${tag}>${content}</${name}>`;
}

/** C0 controls but tab, line feed and carriage return, the two noncharacters, and surrogates that stand alone. */
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** The same and every surrogate, of pairs too: quickly told not to be there. */
const SUSPECT = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]/;

/** Without the characters that no XML 1.0 document can hold, even as references (section 2.2, production 2). */
export function withoutForbidden(text: string): string {
  return SUSPECT.test(text) ? text.replace(FORBIDDEN, '') : text;
}

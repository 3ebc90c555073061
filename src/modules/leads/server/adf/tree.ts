import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { invalid } from '../../../../platform/server/errors.ts';
import { cut, documentIn } from './text.ts';

/** An element: its attributes and children by lowercase name. */
export type Node = { readonly [name: string]: unknown };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  // Keep leading zeros of postal codes; entities are decoded below, never by the parser.
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  cdataPropName: '#cdata',
  alwaysCreateTextNode: true,
  transformTagName: (name) => name.toLowerCase(),
  transformAttributeName: (name) => name.toLowerCase(),
  isArray: (name) => !name.startsWith('#') && !name.startsWith('@'),
});

const five: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Parses the ADF document. Throws 400 with the line number in the message. */
export function readTree(text: string): Node {
  const found = documentIn(text);
  if (!found) throw invalid('This message contains no ADF document.');
  const { xml, line } = found;
  const at = (offset: number) => line + xml.slice(0, offset).split('\n').length - 1;
  const declared = /<!\s*(doctype|entity)/i.exec(xml);
  if (declared) throw invalid(`Line ${at(declared.index)}: document types are not allowed.`);
  const bare = withoutAmpersandsInData(xml);
  const entity = /&(?!(?:amp|lt|gt|quot|apos);)([a-z][\w.-]*);/i.exec(bare);
  if (entity) {
    throw invalid(`Line ${at(entity.index)}: unknown entity &${entity[1]};.`);
  }
  const checked = XMLValidator.validate(xml, { allowBooleanAttributes: true });
  if (checked !== true) {
    const { code, msg } = checked.err;
    const problem = code === 'InvalidXml' ? 'an element is not closed.' : msg;
    throw invalid(`Line ${line + checked.err.line - 1}: ${problem}`);
  }
  return { adf: nodesOf(parse(xml), 'adf') };
}

function parse(xml: string): Node {
  try {
    return parser.parse(xml);
  } catch (error) {
    // Nested too deeply, or a reserved name such as `__proto__`.
    throw invalid(`Invalid XML: ${(error as Error).message}`);
  }
}

/** The children of this name. */
export function nodesOf(node: Node | undefined, name: string): Node[] {
  const found = node && Object.hasOwn(node, name) ? node[name] : undefined;
  const list = Array.isArray(found) ? found : [];
  return list.map((one) => (typeof one === 'object' && one !== null ? one : { '#text': one }));
}

/** The child of this name, at most one of which makes sense. */
export const nodeOf = (node: Node | undefined, name: string): Node | undefined =>
  nodesOf(node, name)[0];

/** The value of an attribute in lowercase; empty if absent. */
export function attributeOf(node: Node | undefined, name: string): string {
  const value = node?.[`@${name}`];
  return typeof value === 'string' ? decoded(value).trim().toLowerCase() : '';
}

/** The decoded text of an element, with its line breaks. */
export function textOf(node: Node | undefined): string {
  if (!node) return '';
  // CDATA is literal: entities in it are not decoded.
  const cdata = nodesOf({ '#cdata': [node['#cdata'] ?? []].flat() }, '#cdata').map(
    (part) => part['#text'],
  );
  const text = typeof node['#text'] === 'string' ? decoded(node['#text']) : '';
  return printable([text, ...cdata].join('')).trim();
}

/** The text on one line, cut to `max` characters. */
export const lineOf = (node: Node | undefined, max: number): string =>
  cut(textOf(node).replace(/\s+/g, ' ').trim(), max);

const decoded = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (match, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[];
    if (name) return five[name.toLowerCase()] ?? match;
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** Removes control characters and lone surrogates. */
const printable = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed();

/** Blanks out ampersands in CDATA sections, so that only real entities are found. */
function withoutAmpersandsInData(xml: string): string {
  const [first = '', ...rest] = xml.split('<![CDATA[');
  const blanked = rest.map((part) => {
    const end = part.indexOf(']]>');
    return end < 0 ? part : part.slice(0, end).replaceAll('&', ' ') + part.slice(end);
  });
  return [first, ...blanked].join('<![CDATA[');
}

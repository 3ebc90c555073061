import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { invalid } from '../../../../platform/server/http/errors.ts';
import { cut, documentIn } from './text.ts';

/** An element: its attributes and children by their names in small letters. */
export type Node = { readonly [name: string]: unknown };

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  // Postal codes keep their zeros, and nobody expands an entity but us.
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

/** Throws 400 with the line of what is wrong, as the sender counts it. */
export function readTree(text: string): Node {
  const found = documentIn(text);
  if (!found) throw invalid('There is no ADF in this message.');
  const { xml, line } = found;
  const at = (offset: number) => line + xml.slice(0, offset).split('\n').length - 1;
  const declared = /<!\s*(doctype|entity)/i.exec(xml);
  if (declared) throw invalid(`Line ${at(declared.index)}: a document type is not taken.`);
  const bare = withoutAmpersandsInData(xml);
  const entity = /&(?!(?:amp|lt|gt|quot|apos);)([a-z][\w.-]*);/i.exec(bare);
  if (entity) {
    throw invalid(`Line ${at(entity.index)}: the entity &${entity[1]}; is not known.`);
  }
  const checked = XMLValidator.validate(xml, { allowBooleanAttributes: true });
  if (checked !== true) {
    const { code, msg } = checked.err;
    const problem = code === 'InvalidXml' ? 'not every element is closed.' : msg;
    throw invalid(`Line ${line + checked.err.line - 1}: ${problem}`);
  }
  return { adf: nodesOf(parse(xml), 'adf') };
}

function parse(xml: string): Node {
  try {
    return parser.parse(xml);
  } catch (error) {
    // Nested too deeply, or named like what a program keeps for itself.
    throw invalid(`This cannot be read as XML: ${(error as Error).message}`);
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

/** What an attribute says, in small letters; empty where there is none. */
export function attributeOf(node: Node | undefined, name: string): string {
  const value = node?.[`@${name}`];
  return typeof value === 'string' ? decoded(value).trim().toLowerCase() : '';
}

/** The text of an element as it was meant, on the lines it was written. */
export function textOf(node: Node | undefined): string {
  if (!node) return '';
  // Taken as it stands: of what is marked as text no sign means anything else.
  const cdata = nodesOf({ '#cdata': [node['#cdata'] ?? []].flat() }, '#cdata').map(
    (part) => part['#text'],
  );
  const text = typeof node['#text'] === 'string' ? decoded(node['#text']) : '';
  return printable([text, ...cdata].join('')).trim();
}

/** The same on one line, at most `max` characters of it. */
export const lineOf = (node: Node | undefined, max: number): string =>
  cut(textOf(node).replace(/\s+/g, ' ').trim(), max);

const decoded = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi, (whole, ...found) => {
    const [decimal, hex, name] = found as (string | undefined)[];
    if (name) return five[name.toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** Without signs that are none, and half a pair of two. */
const printable = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .toWellFormed();

/** The same text, with the ampersands of its CDATA sections blanked out. */
function withoutAmpersandsInData(xml: string): string {
  const [first = '', ...rest] = xml.split('<![CDATA[');
  const blanked = rest.map((part) => {
    const end = part.indexOf(']]>');
    return end < 0 ? part : part.slice(0, end).replaceAll('&', ' ') + part.slice(end);
  });
  return [first, ...blanked].join('<![CDATA[');
}

import type { Token } from 'mustache';
import type { EmailText } from '../../contract.ts';
import { type Definition, isSecret, isSecurity, type Variables } from '../catalog/definition.ts';
import { cut, findAddress, findBadAddress, isPlainHttps, placeholderPattern } from './addresses.ts';
import { renderPart } from './fill.ts';
import { type Attribute, type Piece, readHtml, UnclearMarkup } from './html.ts';
import { parse } from './problems.ts';

/** All combinations of conditions are rendered; five make 32. */
const maxConditions = 5;

interface Placeholder {
  /** Represents the value while the template is checked. */
  sign: string;
  name: string;
  isLink: boolean;
  isSecret: boolean;
}

/**
 * The first forbidden content or link in a template that parses; null: none. Checks every form the email can
 * take, with conditions met and not, and lists empty and not.
 *
 * Someone who edits templates must not get access to the values in an email. A link that gives access to an
 * account must stand alone, as an entire `href` or on its own line; security emails contain no web address at
 * all, since readers trust them; other emails link to other sites only by plain https URLs without values.
 */
export function findUnsafe(
  definition: Definition,
  part: keyof EmailText,
  source: string,
): string | null {
  if (/[\ue000-\uf8ff\0]/.test(source)) return 'This contains a character that isn’t allowed.';
  const strict = isSecurity(definition);
  const tokens = parse(source);
  const conditions = [...new Set(conditionsIn(tokens, definition.variables))];
  if (strict) {
    if (tokens.some(([type]) => type !== 'text' && type !== 'name'))
      return 'Security emails can’t contain sections or comments.';
    if (/[^\P{C}\n\r\t]/u.test(source)) return 'This contains an invisible character.';
  }
  if (conditions.length > maxConditions)
    return `Use at most ${maxConditions} different conditions and lists.`;
  const placeholders = placeholdersOf(definition.variables);
  for (let met = 0; met < 2 ** conditions.length; met++) {
    const off = new Set(conditions.filter((_, index) => (met & (1 << index)) === 0));
    const shown = renderPart(source, definition.variables, valuesOf(definition.variables, off));
    const check = { strict, placeholders };
    const problem = part === 'htmlTemplate' ? findInHtml(shown, check) : findInText(shown, check);
    if (problem) return problem;
  }
  return null;
}

interface Check {
  strict: boolean;
  placeholders: ReadonlyMap<string, Placeholder>;
}

const keyOf = (list: string | null, name: string) => (list === null ? name : `${list}.${name}`);

/** The conditions of its sections, by the keys of `valuesOf`. */
function conditionsIn(
  tokens: readonly Token[],
  variables: Variables,
  list: string | null = null,
): string[] {
  return tokens.flatMap(([type, name, , , children = []]) => {
    if (type !== '#' && type !== '^') return [];
    const outer = list === null ? undefined : variables[list];
    const isField = outer?.kind === 'list' && Object.hasOwn(outer.fields, name);
    const inner = !isField && type === '#' && variables[name]?.kind === 'list' ? name : list;
    return [keyOf(isField ? list : null, name), ...conditionsIn(children, variables, inner)];
  });
}

function placeholdersOf(variables: Variables): Map<string, Placeholder> {
  const found = new Map<string, Placeholder>();
  const add = (name: string, isLink: boolean, secret: boolean) => {
    const sign = String.fromCharCode(0xe000 + found.size);
    found.set(sign, { sign, name, isLink, isSecret: secret });
  };
  for (const [name, variable] of Object.entries(variables)) {
    if (variable.kind === 'list') {
      for (const [field, { isLink = false }] of Object.entries(variable.fields))
        add(keyOf(name, field), isLink, false);
    } else if (variable.kind !== 'flag') {
      add(name, variable.kind === 'link', isSecret(variable));
    }
  }
  return found;
}

/** A sign for each value; two items per list, because they follow one another. */
function valuesOf(variables: Variables, off: ReadonlySet<string>): Record<string, unknown> {
  const signs = new Map(
    [...placeholdersOf(variables).values()].map(({ name, sign }) => [name, sign]),
  );
  const signOf = (key: string) => (off.has(key) ? '' : (signs.get(key) ?? ''));
  const entries = Object.entries(variables).map(([name, variable]) => {
    if (variable.kind === 'flag') return [name, !off.has(name)];
    if (variable.kind !== 'list') return [name, signOf(name)];
    const fields = Object.keys(variable.fields);
    const item = Object.fromEntries(fields.map((field) => [field, signOf(keyOf(name, field))]));
    return [name, off.has(name) ? [] : [item, item]];
  });
  return Object.fromEntries(entries);
}

const linkError = (found: string) =>
  `${cut(found)} looks like a web address. Security emails can only link through variables.`;
const notAloneError = ({ name }: Placeholder, where: string) =>
  `{{${name}}} gives access to an account, so it must stand alone, ${where}.`;

function findInText(text: string, { strict, placeholders }: Check): string | null {
  for (const line of text.split(/[\n\r\u2028\u2029]/)) {
    const secret = secretIn(line, placeholders);
    if (secret && line.trim() !== secret.sign) return notAloneError(secret, 'on its own line');
  }
  if (!strict) return findBadAddress(text);
  const found = findAddress(text);
  return found === null ? null : linkError(readable(found, placeholders));
}

const secretIn = (text: string, placeholders: Check['placeholders']): Placeholder | null => {
  for (const placeholder of placeholders.values()) {
    if (placeholder.isSecret && text.includes(placeholder.sign)) return placeholder;
  }
  return null;
};

const readable = (text: string, placeholders: Check['placeholders']) =>
  text.replace(/[\ue000-\uf8ff]/g, (sign) => `{{${placeholders.get(sign)?.name ?? ''}}}`);

const inlineTags = new Set([
  'a',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'small',
  'sub',
  'sup',
  'span',
  'font',
  'code',
  'img',
]);
const tags = new Set([
  ...inlineTags,
  ...['html', 'body', 'div', 'p', 'br', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li'],
  ...[
    'table',
    'thead',
    'tbody',
    'tfoot',
    'tr',
    'td',
    'th',
    'caption',
    'blockquote',
    'pre',
    'center',
  ],
]);
const plainAttributes = new Set([
  ...['role', 'align', 'valign', 'width', 'height', 'bgcolor', 'border', 'cellpadding', 'color'],
  ...['cellspacing', 'colspan', 'rowspan', 'lang', 'dir', 'face', 'size', 'class', 'id', 'target'],
  ...['aria-hidden'],
]);
const styleFunctions = new Set(['rgb', 'rgba', 'hsl', 'hsla', 'calc']);

function findInHtml(html: string, check: Check): string | null {
  try {
    const pieces = readHtml(html);
    let text = '';
    for (const [index, piece] of pieces.entries()) {
      if (piece.kind === 'text') {
        const secret = secretIn(piece.text, check.placeholders);
        if (secret && !isOwnLink(pieces, index, secret))
          return notAloneError(secret, `as in <a href="{{${secret.name}}}">…</a>`);
        text += piece.text;
        continue;
      }
      if (!tags.has(piece.tag)) return `<${piece.tag}> isn’t allowed in emails.`;
      if (check.strict && piece.tag === 'img') return 'Security emails can’t contain images.';
      for (const attribute of piece.attributes) {
        const problem = findInAttribute(piece.tag, attribute, check);
        if (problem) return problem;
      }
      // Inline tags do not separate words.
      if (!inlineTags.has(piece.tag)) text += '\n';
    }
    if (!check.strict) return findBadAddress(text);
    const found = findAddress(text);
    return found === null ? null : linkError(readable(found, check.placeholders));
  } catch (error) {
    if (error instanceof UnclearMarkup) return readable(error.message, check.placeholders);
    throw error;
  }
}

/** The address as the text of its own link, for readers whose button does not work. */
function isOwnLink(pieces: readonly Piece[], index: number, { sign }: Placeholder): boolean {
  const before = pieces[index - 1];
  const piece = pieces[index];
  const after = pieces[index + 1];
  return (
    piece?.kind === 'text' &&
    piece.text.trim() === sign &&
    before?.kind === 'open' &&
    before.tag === 'a' &&
    before.attributes.some(({ name, value }) => name === 'href' && value === sign) &&
    after?.kind === 'close' &&
    after.tag === 'a'
  );
}

function findInAttribute(
  tag: string,
  { name, value }: Attribute,
  { strict, placeholders }: Check,
): string | null {
  const shown = () => readable(cut(value), placeholders);
  if (name === 'href' && tag === 'a') {
    const link = placeholders.get(value);
    if (link?.isLink) return null;
    if (placeholderPattern.test(value))
      return `href="${shown()}": use a link variable as the entire address.`;
    if (strict) return `href="${shown()}": security emails can only link through variables.`;
    return isPlainHttps(value) ? null : `href="${shown()}" isn’t a plain https address.`;
  }
  if (name === 'src' && tag === 'img')
    return isPlainHttps(value) ? null : `src="${shown()}" isn’t a plain https address.`;
  if (name === 'alt' || name === 'title') {
    const secret = secretIn(value, placeholders);
    if (secret) return notAloneError(secret, `as in <a href="{{${secret.name}}}">…</a>`);
    return findInText(value, { strict, placeholders });
  }
  if (placeholderPattern.test(value))
    return `${name}="${shown()}": variables can only be used in text and href.`;
  if (name === 'style')
    return isPlainStyle(value) ? null : `style="${shown()}" isn’t allowed in emails.`;
  if (plainAttributes.has(name) && /^[\w\s#%.,-]*$/.test(value)) return null;
  return `${name}="${shown()}" isn’t allowed in <${tag}>.`;
}

/** Nothing that loads a resource, and no escapes that could hide it. */
const isPlainStyle = (style: string) =>
  /^[\w\s#%.,:;'"()!+-]*$/.test(style) &&
  style
    .split('(')
    .slice(0, -1)
    .every((before) => styleFunctions.has(lastWord(before).toLowerCase()));

function lastWord(text: string): string {
  let start = text.length;
  while (start > 0 && /[\w-]/.test(text.charAt(start - 1))) start -= 1;
  return text.slice(start);
}

import type { Token } from 'mustache';
import type { EmailText } from '../../contract.ts';
import { type Definition, isSecret, isSecurity, type Variables } from '../catalog/definition.ts';
import { cut, findAddress, findBadAddress, isPlainHttps, placeholderPattern } from './addresses.ts';
import { renderPart } from './fill.ts';
import { type Attribute, type Piece, readHtml, UnclearMarkup } from './html.ts';
import { parse } from './problems.ts';

/** A template can be shown in every way it may come out: so many conditions are 32 ways. */
const mostConditions = 5;

interface Placeholder {
  /** What stands for the value while the template is checked. */
  sign: string;
  name: string;
  isLink: boolean;
  isSecret: boolean;
}

/**
 * What a template that parses says or links to and may not; null: nothing. It is looked at in every form the
 * mail can take, with conditions met and not, and lists empty and not.
 *
 * Whoever writes templates must not get at what is in the mail. A link that opens an account stands alone, as
 * a whole `href` or a line of its own; a security mail names no web address at all, since readers trust it;
 * other mails link to other sites only by plain https addresses that carry no value.
 */
export function findUnsafe(
  definition: Definition,
  part: keyof EmailText,
  source: string,
): string | null {
  if (/[\ue000-\uf8ff\0]/.test(source)) return 'There is a character that cannot be used.';
  const strict = isSecurity(definition);
  const tokens = parse(source);
  const conditions = [...new Set(conditionsIn(tokens, definition.variables))];
  if (strict) {
    if (tokens.some(([type]) => type !== 'text' && type !== 'name'))
      return 'Security mails have no sections or comments.';
    if (/[^\P{C}\n\r\t]/u.test(source)) return 'There is a character that cannot be seen.';
  }
  if (conditions.length > mostConditions)
    return `There are more than ${mostConditions} different conditions and lists.`;
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

/** What its sections hang on, by the keys that `valuesOf` knows. */
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

/** A sign for each value; two of each list, because one follows the other there. */
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

const foreign = (found: string) =>
  `${cut(found)} looks like a web address. Security mails link only by variables.`;
const notAlone = ({ name }: Placeholder, where: string) =>
  `{{${name}}} opens an account: it stands alone, ${where}.`;

function findInText(text: string, { strict, placeholders }: Check): string | null {
  for (const line of text.split(/[\n\r\u2028\u2029]/)) {
    const secret = secretIn(line, placeholders);
    if (secret && line.trim() !== secret.sign) return notAlone(secret, 'in a line of its own');
  }
  if (!strict) return findBadAddress(text);
  const found = findAddress(text);
  return found === null ? null : foreign(readable(found, placeholders));
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
    let words = '';
    for (const [index, piece] of pieces.entries()) {
      if (piece.kind === 'text') {
        const secret = secretIn(piece.text, check.placeholders);
        if (secret && !isOwnLink(pieces, index, secret))
          return notAlone(secret, `as in <a href="{{${secret.name}}}">…</a>`);
        words += piece.text;
        continue;
      }
      if (!tags.has(piece.tag)) return `<${piece.tag}> cannot be used in a mail.`;
      if (check.strict && piece.tag === 'img') return 'Security mails have no pictures.';
      for (const attribute of piece.attributes) {
        const problem = findInAttribute(piece.tag, attribute, check);
        if (problem) return problem;
      }
      // What looks like one word is one, however many tags are inside of it.
      if (!inlineTags.has(piece.tag)) words += '\n';
    }
    if (!check.strict) return findBadAddress(words);
    const found = findAddress(words);
    return found === null ? null : foreign(readable(found, check.placeholders));
  } catch (error) {
    if (error instanceof UnclearMarkup) return readable(error.message, check.placeholders);
    throw error;
  }
}

/** The address itself as the text of its own link, for readers whose button does not work. */
function isOwnLink(pieces: readonly Piece[], index: number, { sign }: Placeholder): boolean {
  const [before, piece, after] = [pieces[index - 1], pieces[index], pieces[index + 1]];
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
      return `href="${shown()}": a variable is the whole address, and only one that is a link.`;
    if (strict) return `href="${shown()}": security mails link only by variables.`;
    return isPlainHttps(value) ? null : `href="${shown()}" is not a plain https address.`;
  }
  if (name === 'src' && tag === 'img')
    return isPlainHttps(value) ? null : `src="${shown()}" is not a plain https address.`;
  if (name === 'alt' || name === 'title') {
    const secret = secretIn(value, placeholders);
    if (secret) return notAlone(secret, `as in <a href="{{${secret.name}}}">…</a>`);
    return findInText(value, { strict, placeholders });
  }
  if (placeholderPattern.test(value))
    return `${name}="${shown()}": variables stand in text and in href.`;
  if (name === 'style')
    return isPlainStyle(value) ? null : `style="${shown()}" cannot be used in a mail.`;
  if (plainAttributes.has(name) && /^[\w\s#%.,-]*$/.test(value)) return null;
  return `${name}="${shown()}" cannot be used in <${tag}>.`;
}

/** Nothing that is fetched, and no escapes that might spell it. */
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

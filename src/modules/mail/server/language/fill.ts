import mustache from 'mustache';
import type { EmailText } from '../../contract.ts';
import { type Definition, isSecurity, type Variables } from '../catalog/definition.ts';
import { withoutLinks } from './addresses.ts';

export interface Filled {
  subject: string;
  html: string;
  text: string;
}

type Value = string | number | boolean | readonly object[];
export type Values = Record<string, Value>;

/** A mail with its values; the words must be without problems, and are shown as they are in plain text. */
export function fill(words: EmailText, variables: Variables, values: object): Filled {
  const view = viewOf(variables, values as Values);
  return {
    subject: oneLine(render(words.subject, view, String)),
    html: render(words.htmlTemplate, view, escapeHtml),
    text: render(words.textTemplate, view, String),
  };
}

/** One part of a mail as it comes out, values as they are. */
export const renderPart = (source: string, variables: Variables, values: object): string =>
  render(source, viewOf(variables, values as Values), String);

/**
 * The values as they may be sent: a link leads to a web page or nowhere, and in a security mail nothing that
 * somebody typed, such as a name, is turned into a link by a mail program.
 */
export function safeValues(definition: Definition, values: object): Values {
  const { variables } = definition;
  const entries = Object.entries(values as Values).map(([name, value]) => {
    const variable = variables[name];
    if (variable?.kind === 'link') return [name, webAddress(value)];
    if (variable?.kind === 'text' && !variable.isOurs && isSecurity(definition))
      return [name, withoutLinks(String(value))];
    if (variable?.kind !== 'list' || !Array.isArray(value)) return [name, value];
    const links = Object.keys(variable.fields).filter((field) => variable.fields[field]?.isLink);
    const checked = value.map((item: Record<string, unknown>) => ({
      ...item,
      ...Object.fromEntries(links.map((field) => [field, webAddress(item[field])])),
    }));
    return [name, checked];
  });
  return Object.fromEntries(entries);
}

const webAddress = (value: unknown) => {
  const address = String(value ?? '');
  return /^https?:\/\/[^\s"'<>\\]+$/i.test(address) ? address : '';
};

/** The values as administrators may see them later: without what opens an account or others wrote. */
export function hideValues(variables: Variables, values: object): Values {
  const entries = Object.entries(values as Values).map(([name, value]) => {
    const variable = variables[name];
    if (variable?.hidden !== undefined) return [name, variable.hidden];
    if (variable?.kind !== 'list' || !Array.isArray(value)) return [name, value];
    const hidden = Object.entries(variable.fields).filter(
      ([, field]) => field.hidden !== undefined,
    );
    const mask = Object.fromEntries(hidden.map(([field, given]) => [field, given.hidden]));
    return [name, value.map((item: object) => ({ ...item, ...mask }))];
  });
  return Object.fromEntries(entries);
}

export const samplesOf = (variables: Variables): Values =>
  Object.fromEntries(Object.entries(variables).map(([name, { sample }]) => [name, sample]));

function render(template: string, view: object, write: (value: unknown) => string): string {
  const writer = new mustache.Writer();
  writer.templateCache = undefined;
  return writer.render(template, view, undefined, { escape: write });
}

/** Only what is listed, on objects that inherit nothing: `constructor` is no value of theirs. */
function viewOf(variables: Variables, values: Values): object {
  const view = Object.create(null);
  for (const [name, variable] of Object.entries(variables)) {
    const value = values[name];
    if (variable.kind === 'flag') view[name] = value === true;
    else if (variable.kind !== 'list') view[name] = String(value ?? '');
    else view[name] = (Array.isArray(value) ? value : []).map((item) => itemOf(variable, item));
  }
  return view;
}

function itemOf({ fields }: { fields: object }, item: Record<string, unknown>): object {
  const copy = Object.create(null);
  for (const name of Object.keys(fields)) copy[name] = String(item[name] ?? '');
  return copy;
}

/** Whatever a value holds, it makes no second header. */
const oneLine = (subject: string) =>
  subject
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 250)
    .toWellFormed();

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '`': '&#96;',
};
const escapeHtml = (value: unknown) =>
  String(value).replace(/[&<>"'`]/g, (sign) => entities[sign] ?? sign);

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

/** Renders an email; the template must be valid. Values are escaped in HTML only. */
export function fill(content: EmailText, variables: Variables, values: object): Filled {
  const view = viewOf(variables, values as Values);
  return {
    subject: oneLine(render(content.subject, view, String)),
    html: render(content.htmlTemplate, view, escapeHtml),
    text: render(content.textTemplate, view, String),
  };
}

/** Renders one part with unescaped values. */
export const renderPart = (source: string, variables: Variables, values: object): string =>
  render(source, viewOf(variables, values as Values), String);

/**
 * The values that may be sent: a link must be a web URL or empty, and in security emails nothing that someone
 * typed, such as a name, may be turned into a link by an email client.
 */
export function safeValues(definition: Definition, values: object): Values {
  const { variables } = definition;
  const entries = Object.entries(values as Values).map(([name, value]) => {
    const variable = variables[name];
    if (variable?.kind === 'link') return [name, safeUrl(value)];
    if (variable?.kind === 'text' && !variable.isOurs && isSecurity(definition))
      return [name, withoutLinks(String(value))];
    if (variable?.kind !== 'list' || !Array.isArray(value)) return [name, value];
    const links = Object.keys(variable.fields).filter((field) => variable.fields[field]?.isLink);
    const checked = value.map((item: Record<string, unknown>) => ({
      ...item,
      ...Object.fromEntries(links.map((field) => [field, safeUrl(item[field])])),
    }));
    return [name, checked];
  });
  return Object.fromEntries(entries);
}

const safeUrl = (value: unknown) => {
  const address = String(value ?? '');
  return /^https?:\/\/[^\s"'<>\\]+$/i.test(address) ? address : '';
};

/** The values administrators may see later: without account links and what other people wrote. */
export function hideValues(variables: Variables, values: object): Values {
  const entries = Object.entries(values as Values).map(([name, value]) => {
    const variable = variables[name];
    if (variable?.hidden !== undefined) return [name, variable.hidden];
    if (variable?.kind !== 'list' || !Array.isArray(value)) return [name, value];
    const hidden = Object.entries(variable.fields).filter(
      ([, field]) => field.hidden !== undefined,
    );
    const mask = Object.fromEntries(
      hidden.map(([field, definition]) => [field, definition.hidden]),
    );
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

/** Only listed values, on objects without a prototype, so that `constructor` is not a value. */
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

/** Prevents header injection through a value. */
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

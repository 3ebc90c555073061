import mustache, { type Token } from 'mustache';
import type { Variables } from '../catalog/definition.ts';

/** What is wrong with a template, and where. */
export interface Problem {
  line: number;
  message: string;
}

const mostDepth = 4;

/**
 * The first thing a template may not say; null where it may be used. Only what is listed can be named, and
 * nothing but escaped values gets in: no partials, no raw values, no other brackets.
 */
export function findProblem(source: string, variables: Variables): Problem | null {
  const at = (position: number, message: string): Problem => ({
    line: source.slice(0, position).split('\n').length,
    message,
  });
  // Looked for first: after it the brackets would be others.
  const brackets = source.search(/\{\{\s*=/);
  if (brackets >= 0) return at(brackets, 'The brackets {{ }} cannot be changed.');
  try {
    return walk(parse(source), { variables, list: null, depth: 0, at });
  } catch (error) {
    return explain(source, String(error), at);
  }
}

/** The tree of a template. Throws for brackets that are not closed. */
export function parse(source: string): Token[] {
  const writer = new mustache.Writer();
  // It would remember every draft for ever.
  writer.templateCache = undefined;
  return writer.parse(source);
}

interface Place {
  variables: Variables;
  /** The list one is inside of. */
  list: string | null;
  depth: number;
  at(position: number, message: string): Problem;
}

function walk(tokens: readonly Token[], place: Place): Problem | null {
  for (const token of tokens) {
    const problem = problemOf(token, place);
    if (problem) return problem;
  }
  return null;
}

function problemOf([type, name, start, , children = []]: Token, place: Place): Problem | null {
  const { variables, list, depth, at } = place;
  if (type === 'text' || type === '!') return null;
  if (type === '>') return at(start, 'Other templates cannot be taken in.');
  if (type === '&')
    return at(start, `{{{${cut(name)}}}} would be taken as HTML: use {{${cut(name)}}}.`);
  const fields = list === null ? {} : fieldsOf(variables, list);
  const isField = Object.hasOwn(fields, name);
  const variable = Object.hasOwn(variables, name) ? variables[name] : undefined;
  if (!isField && !variable) {
    return at(start, `{{${cut(name)}}} is not a variable of this template.`);
  }
  const isList = !isField && variable?.kind === 'list';
  if (type === 'name') {
    const plain = isField || variable?.kind === 'text' || variable?.kind === 'link';
    return plain ? null : at(start, `{{${name}}} is used as {{#${name}}} … {{/${name}}}.`);
  }
  if (depth >= mostDepth) return at(start, 'Sections are nested too deeply.');
  if (isList && list !== null) return at(start, 'A list cannot stand inside a list.');
  const inside = type === '#' && isList ? name : list;
  return walk(children, { ...place, list: inside, depth: depth + 1 });
}

function fieldsOf(variables: Variables, list: string): object {
  const variable = variables[list];
  return variable?.kind === 'list' ? variable.fields : {};
}

const cut = (name: string) => (name.length > 40 ? `${name.slice(0, 40)}…` : name);

/** The library's own words carry the position. */
function explain(source: string, error: string, at: Place['at']): Problem {
  const position = Number(/ at (\d+)$/.exec(error)?.[1] ?? source.length);
  const section = /section "([^"]*)"/.exec(error)?.[1] ?? '';
  if (error.includes('Unopened')) return at(position, `{{/${cut(section)}}} closes nothing.`);
  if (error.includes('Unclosed section')) {
    return at(position, `{{#${cut(section)}}} is not closed by {{/${cut(section)}}}.`);
  }
  return at(source.lastIndexOf('{{'), 'A bracket {{ is not closed by }}.');
}

import mustache, { type Token } from 'mustache';
import type { Variables } from '../catalog/definition.ts';

/** A problem of a template, and its line. */
export interface Problem {
  line: number;
  message: string;
}

const maxDepth = 4;

/**
 * The first problem of a template; null if it may be used. Only listed variables are allowed, and only escaped
 * values: no partials, no raw values, no other delimiters.
 */
export function findProblem(source: string, variables: Variables): Problem | null {
  const at = (position: number, message: string): Problem => ({
    line: source.slice(0, position).split('\n').length,
    message,
  });
  // Checked first: it would change the delimiters of what follows.
  const brackets = source.search(/\{\{\s*=/);
  if (brackets >= 0) return at(brackets, 'The delimiters {{ }} can’t be changed.');
  try {
    return walk(parse(source), { variables, list: null, depth: 0, at });
  } catch (error) {
    return explain(source, String(error), at);
  }
}

/** The syntax tree of a template. Throws for unclosed tags. */
export function parse(source: string): Token[] {
  const writer = new mustache.Writer();
  // It would cache every draft forever.
  writer.templateCache = undefined;
  return writer.parse(source);
}

interface Context {
  variables: Variables;
  /** The enclosing list. */
  list: string | null;
  depth: number;
  at(position: number, message: string): Problem;
}

function walk(tokens: readonly Token[], context: Context): Problem | null {
  for (const token of tokens) {
    const problem = problemOf(token, context);
    if (problem) return problem;
  }
  return null;
}

function problemOf([type, name, start, , children = []]: Token, context: Context): Problem | null {
  const { variables, list, depth, at } = context;
  if (type === 'text' || type === '!') return null;
  if (type === '>') return at(start, 'Templates can’t include other templates.');
  if (type === '&')
    return at(start, `{{{${cut(name)}}}} would be inserted as HTML. Use {{${cut(name)}}}.`);
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
  if (depth >= maxDepth) return at(start, 'Sections are nested too deeply.');
  if (isList && list !== null) return at(start, 'A list can’t be inside a list.');
  const inside = type === '#' && isList ? name : list;
  return walk(children, { ...context, list: inside, depth: depth + 1 });
}

function fieldsOf(variables: Variables, list: string): object {
  const variable = variables[list];
  return variable?.kind === 'list' ? variable.fields : {};
}

const cut = (name: string) => (name.length > 40 ? `${name.slice(0, 40)}…` : name);

/** The library's error message contains the position. */
function explain(source: string, error: string, at: Context['at']): Problem {
  const position = Number(/ at (\d+)$/.exec(error)?.[1] ?? source.length);
  const section = /section "([^"]*)"/.exec(error)?.[1] ?? '';
  if (error.includes('Unopened'))
    return at(position, `{{/${cut(section)}}} has no matching opening tag.`);
  if (error.includes('Unclosed section')) {
    return at(position, `{{#${cut(section)}}} is not closed by {{/${cut(section)}}}.`);
  }
  return at(source.lastIndexOf('{{'), '{{ is not closed by }}.');
}

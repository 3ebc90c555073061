import type { Token } from 'mustache';
import { type Problem, parse } from './problems.ts';

/** The position within HTML. */
type Position = 'content' | 'tag' | "'" | '"';

/**
 * The first variable that escaping would not contain: escaping is safe within quotes and between tags, but not in
 * an unquoted attribute. The template must parse.
 */
export function findBareValue(source: string): Problem | null {
  let position: Position = 'content';
  let problem: Problem | null = null;
  const visit = (tokens: readonly Token[]) => {
    for (const [type, value, start, , children = []] of tokens) {
      if (problem) return;
      if (type === 'text') position = move(position, value);
      else if (type === 'name' && position === 'tag') problem = bare(source, value, start);
      else visit(children);
    }
  };
  visit(parse(source));
  return problem;
}

function move(from: Position, text: string): Position {
  let position = from;
  for (let index = 0; index < text.length; index++) {
    const sign = text.charAt(index);
    if (position === 'content') position = opensTag(text, index) ? 'tag' : position;
    else if (position !== 'tag') position = sign === position ? 'tag' : position;
    else if (sign === '>') position = 'content';
    else if (sign === '"' || sign === "'") position = sign;
  }
  return position;
}

/** At the end of the text a value follows, which could be a tag name. */
const opensTag = (text: string, index: number) =>
  text.charAt(index) === '<' && /^([a-z/!?]|$)/i.test(text.slice(index + 1, index + 2));

const bare = (source: string, name: string, offset: number): Problem => ({
  line: source.slice(0, offset).split('\n').length,
  message: `{{${name}}} must be quoted inside a tag: ="{{${name}}}".`,
});

import type { Token } from 'mustache';
import { type Problem, parse } from './problems.ts';

/** What of HTML one is in the middle of. */
type Spot = 'content' | 'tag' | "'" | '"';

/**
 * The first variable that would escape from where it stands: escaping keeps a value inside of quotes and
 * between tags, but not where an attribute has none. The template is one that parses.
 */
export function findBareValue(source: string): Problem | null {
  let spot: Spot = 'content';
  let problem: Problem | null = null;
  const follow = (tokens: readonly Token[]) => {
    for (const [type, value, start, , children = []] of tokens) {
      if (problem) return;
      if (type === 'text') spot = move(spot, value);
      else if (type === 'name' && spot === 'tag') problem = bare(source, value, start);
      else follow(children);
    }
  };
  follow(parse(source));
  return problem;
}

function move(from: Spot, text: string): Spot {
  let spot = from;
  for (let index = 0; index < text.length; index++) {
    const sign = text.charAt(index);
    if (spot === 'content') spot = opensTag(text, index) ? 'tag' : spot;
    else if (spot !== 'tag') spot = sign === spot ? 'tag' : spot;
    else if (sign === '>') spot = 'content';
    else if (sign === '"' || sign === "'") spot = sign;
  }
  return spot;
}

/** At the end of the text a value follows, and may well be the name of a tag. */
const opensTag = (text: string, index: number) =>
  text.charAt(index) === '<' && /^([a-z/!?]|$)/i.test(text.slice(index + 1, index + 2));

const bare = (source: string, name: string, position: number): Problem => ({
  line: source.slice(0, position).split('\n').length,
  message: `{{${name}}} must stand in quotes inside of a tag: ="{{${name}}}".`,
});

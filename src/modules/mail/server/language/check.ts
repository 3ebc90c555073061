import { invalid } from '../../../../platform/server/http/errors.ts';
import type { Words } from '../../contract.ts';
import { type Definition, requiredOf, type Variables } from '../catalog/definition.ts';
import { findBareValue } from './markup.ts';
import { findProblem, type Problem, parse } from './problems.ts';

const names = { subject: 'Subject', htmlTemplate: 'HTML', textTemplate: 'Text' } as const;
type Part = keyof typeof names;
const parts = Object.keys(names) as Part[];

/** Throws `invalid`, naming what is wrong and the line, unless a mail can be made of these words. */
export function assertUsable(definition: Definition, words: Words): void {
  const wrong = listWrong(definition, words);
  const [first] = Object.entries(wrong) as [Part, string][];
  if (first) throw invalid(`${names[first[0]]}: ${first[1]}`, wrong);
}

export const isUsable = (definition: Definition, words: Words): boolean =>
  Object.keys(listWrong(definition, words)).length === 0;

function listWrong(definition: Definition, words: Words): Partial<Record<Part, string>> {
  const found = parts.map((part) => [part, wrongIn(part, definition, words[part])] as const);
  return Object.fromEntries(found.filter(([, sentence]) => sentence !== null));
}

function wrongIn(part: Part, definition: Definition, source: string): string | null {
  const { variables } = definition;
  const problem =
    findProblem(source, variables) ??
    (part === 'subject' ? findUnfit(source, variables) : null) ??
    (part === 'htmlTemplate' ? findBareValue(source) : null);
  if (problem) return told(problem);
  if (part === 'subject') return null;
  const always = parse(source).flatMap(([type, name]) => (type === 'name' ? [name] : []));
  const missing = requiredOf(definition).find((name) => !always.includes(name));
  return missing === undefined
    ? null
    : `{{${missing}}} is missing: without it this mail is of no use.`;
}

/** A subject is kept when the mail has left, and shown on locked phones: no link may stand in it. */
function findUnfit(source: string, variables: Variables): Problem | null {
  const fit = Object.entries(variables).filter(
    ([, { kind }]) => kind === 'text' || kind === 'flag',
  );
  const problem = findProblem(source, Object.fromEntries(fit));
  return problem && { ...problem, message: 'Links and lists cannot stand in the subject.' };
}

const told = ({ line, message }: Problem) => `Line ${line}: ${message}`;

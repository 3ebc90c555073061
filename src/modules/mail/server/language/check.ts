import { invalid } from '../../../../platform/server/http/errors.ts';
import type { EmailText } from '../../contract.ts';
import { type Definition, requiredOf, type Variables } from '../catalog/definition.ts';
import { findUnsafe } from './contents.ts';
import { findBareValue } from './markup.ts';
import { findProblem, type Problem, parse } from './problems.ts';

const names = { subject: 'Subject', htmlTemplate: 'HTML', textTemplate: 'Text' } as const;
type Part = keyof typeof names;
const parts = Object.keys(names) as Part[];

/** Throws `invalid`, naming what is wrong and the line, unless a mail can be made of these words. */
export function assertUsable(definition: Definition, words: EmailText): void {
  const unusable = findUnusable(definition, words);
  if (unusable) throw invalid(unusable, listWrong(definition, words));
}

/** Why no mail can be made of these words, in a sentence; null where one can. */
export function findUnusable(definition: Definition, words: EmailText): string | null {
  const [first] = Object.entries(listWrong(definition, words)) as [Part, string][];
  return first ? `${names[first[0]]}: ${first[1]}` : null;
}

function listWrong(definition: Definition, words: EmailText): Partial<Record<Part, string>> {
  const found = parts.map((part) => [part, wrongIn(part, definition, words[part])] as const);
  return Object.fromEntries(found.filter(([, sentence]) => sentence !== null));
}

function wrongIn(part: Part, definition: Definition, source: string): string | null {
  const { variables } = definition;
  const problem =
    findProblem(source, variables) ??
    (part === 'subject' ? findUnfit(source, variables) : null) ??
    (part === 'htmlTemplate' ? findBareValue(source) : null);
  if (problem) return problemSentence(problem);
  const missing = part === 'subject' ? undefined : findMissing(definition, source);
  if (missing !== undefined) return `{{${missing}}} is missing: without it this mail is of no use.`;
  return findUnsafe(definition, part, source);
}

function findMissing(definition: Definition, source: string): string | undefined {
  const always = parse(source).flatMap(([type, name]) => (type === 'name' ? [name] : []));
  return requiredOf(definition).find((name) => !always.includes(name));
}

/** A subject is kept when the mail has left, and shown on locked phones: no link may stand in it. */
function findUnfit(source: string, variables: Variables): Problem | null {
  const fit = Object.entries(variables).filter(
    ([, { kind }]) => kind === 'text' || kind === 'flag',
  );
  const problem = findProblem(source, Object.fromEntries(fit));
  return problem && { ...problem, message: 'Links and lists cannot stand in the subject.' };
}

const problemSentence = ({ line, message }: Problem) => `Line ${line}: ${message}`;

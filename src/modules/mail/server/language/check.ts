import { invalid } from '../../../../platform/server/errors.ts';
import type { EmailText } from '../../contract.ts';
import { type Definition, requiredOf, type Variables } from '../catalog/definition.ts';
import { findUnsafe } from './contents.ts';
import { findBareValue } from './markup.ts';
import { findProblem, type Problem, parse } from './problems.ts';

const names = { subject: 'Subject', htmlTemplate: 'HTML', textTemplate: 'Text' } as const;
type Part = keyof typeof names;
const parts = Object.keys(names) as Part[];

/** Throws `invalid`, with the problem and its line, if the template cannot be used. */
export function assertUsable(definition: Definition, content: EmailText): void {
  const problem = findUnusable(definition, content);
  if (problem) throw invalid(problem, listErrors(definition, content));
}

/** Why the template cannot be used, as a sentence; null if it can. */
export function findUnusable(definition: Definition, content: EmailText): string | null {
  const [first] = Object.entries(listErrors(definition, content)) as [Part, string][];
  return first ? `${names[first[0]]}: ${first[1]}` : null;
}

function listErrors(definition: Definition, content: EmailText): Partial<Record<Part, string>> {
  const found = parts.map((part) => [part, findError(part, definition, content[part])] as const);
  return Object.fromEntries(found.filter(([, sentence]) => sentence !== null));
}

function findError(part: Part, definition: Definition, source: string): string | null {
  const { variables } = definition;
  const problem =
    findProblem(source, variables) ??
    (part === 'subject' ? findUnsuitable(source, variables) : null) ??
    (part === 'htmlTemplate' ? findBareValue(source) : null);
  if (problem) return problemSentence(problem);
  const missing = part === 'subject' ? undefined : findMissing(definition, source);
  if (missing !== undefined) return `{{${missing}}} is required in this email.`;
  return findUnsafe(definition, part, source);
}

function findMissing(definition: Definition, source: string): string | undefined {
  const always = parse(source).flatMap(([type, name]) => (type === 'name' ? [name] : []));
  return requiredOf(definition).find((name) => !always.includes(name));
}

/** A subject is stored after sending and shown on locked phones, so it must not contain a link. */
function findUnsuitable(source: string, variables: Variables): Problem | null {
  const fit = Object.entries(variables).filter(
    ([, { kind }]) => kind === 'text' || kind === 'flag',
  );
  const problem = findProblem(source, Object.fromEntries(fit));
  return problem && { ...problem, message: 'Links and lists can’t be used in the subject.' };
}

const problemSentence = ({ line, message }: Problem) => `Line ${line}: ${message}`;

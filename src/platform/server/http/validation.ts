import * as z from 'zod/mini';
import { invalid } from '../errors.ts';

// Compiled validators would need `new Function`; the interpreter is fast enough and the same in both environments.
z.config({ jitless: true, customError: (issue) => sentence(issue) });

/** Parses or throws `invalid` with a message per field. */
export function parse<S extends z.core.$ZodType>(schema: S, value: unknown): z.output<S> {
  if (holdsNul(value)) throw invalid('Text must not contain null characters.');
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] = 'Unknown field';
    } else {
      fields[issue.path.join('.') || 'body'] ??= issue.message;
    }
  }
  throw invalid(summary(fields), fields);
}

function summary(fields: Record<string, string>): string {
  const [[name, problem] = ['', ''], ...others] = Object.entries(fields);
  const more = others.length > 0 ? ` (and ${others.length} more)` : '';
  return generic.test(problem) ? `${name}: ${problem}${more}` : `${problem}${more}`;
}

/** Messages that say neither which field is wrong nor what it holds; a reader without a form needs its name. */
const generic =
  /^(Required|Must |At most (\$|\d+ days)|(Enter|Use) \d|Enter an amount|Has an invalid format|Is not valid|Unknown field)/;

const kinds: Record<string, string> = {
  array: 'a list',
  object: 'an object',
  int: 'a whole number',
};

function sentence(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'Required'
        : `Must be ${kinds[issue.expected] ?? `a ${issue.expected}`}`;
    case 'too_small':
      if (issue.origin !== 'string') return `Must be at least ${issue.minimum}`;
      return issue.minimum === 1 ? 'Required' : `Must be at least ${issue.minimum} characters`;
    case 'too_big':
      if (issue.origin !== 'string') return `Must be at most ${issue.maximum}`;
      return `Must be at most ${issue.maximum} characters`;
    case 'invalid_format':
      return issue.format === 'email'
        ? 'Please enter a valid email address'
        : 'Has an invalid format';
    case 'invalid_value':
      return issue.input === undefined ? 'Required' : `Must be one of: ${issue.values.join(', ')}`;
    default:
      return 'Is not valid';
  }
}

const maxDepth = 32;

// PostgreSQL cannot store it; unchecked it would surface as a server error.
function holdsNul(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.includes('\0');
  if (typeof value !== 'object' || value === null) return false;
  // Nothing of ours is nested that deep, and a body of brackets alone would exhaust the stack.
  if (depth > maxDepth) throw invalid('This is nested too deeply.');
  return Object.entries(value).some(
    ([key, inner]) => key.includes('\0') || holdsNul(inner, depth + 1),
  );
}

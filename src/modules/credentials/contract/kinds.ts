import * as z from 'zod/mini';
import { department, stores } from '../../../platform/contract/access.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, text, version } from '../../../platform/contract/fields.ts';

export const store = z.enum(stores);
export const requirementsAtMost = 30;
export const kindsAtMost = 100;
export const tooManyKinds = `There can be at most ${kindsAtMost} kinds. Archive one first.`;

/** A job that needs it; null stands for any. */
const requirement = {
  department: z.nullable(department),
  jobTitle: z.nullable(text(100)),
  store: z.nullable(store),
};
const requirementInput = z.strictObject(requirement);
export type RequirementInput = z.output<typeof requirementInput>;

const wholeNumber = (from: number, to: number, problem: string) =>
  z.number().check(z.int(problem), z.minimum(from, problem), z.maximum(to, problem));

const kindFacts = {
  name: text(80),
  /** Employees whose job needs it may not sell, or may not drive stock, without a valid one. */
  isForSelling: z.boolean(),
  isForDriving: z.boolean(),
  /** Holds at one store only. */
  byStore: z.boolean(),
  mustExpire: z.boolean(),
  /** How long it usually holds; null: differs. */
  validMonths: z.nullable(wholeNumber(1, 240, 'Enter 1 to 240 months')),
  /** Days after expiry in which selling and driving stay allowed. */
  graceDays: wholeNumber(0, 365, 'Enter 0 to 365 days'),
  /** Only the employee and HR can read the number. */
  isNumberPrivate: z.boolean(),
};

const requirements = z
  .array(requirementInput)
  .check(z.maxLength(requirementsAtMost, `At most ${requirementsAtMost} jobs`));

export const kind = z.object({
  id: z.number(),
  ...kindFacts,
  isArchived: z.boolean(),
  requiredFor: z.array(z.object(requirement)),
  version: z.number(),
});
export type Kind = z.output<typeof kind>;

export const listKinds = endpoint({
  method: 'GET',
  path: '/api/credentials/kinds',
  summary: 'The kinds of credentials, and the jobs that need them',
  access: 'signedIn',
  reply: z.object({ kinds: z.array(kind), may: z.object({ edit: z.boolean() }) }),
});

export const addKind = endpoint({
  method: 'POST',
  path: '/api/credentials/kinds',
  summary: 'Add a kind of credential; HR of all stores only',
  access: 'signedIn',
  body: { ...kindFacts, requiredFor: requirements },
  reply: kind,
  status: 201,
});

export const saveKind = endpoint({
  method: 'PUT',
  path: '/api/credentials/kinds/:kindId',
  summary: 'Change a kind of credential; 409 if someone else changed it since `version`',
  access: 'signedIn',
  params: { kindId: idParam },
  body: { version, ...kindFacts, isArchived: z.boolean(), requiredFor: requirements },
  reply: kind,
});

export const effects = ['off', 'warn', 'refuse'] as const;
export type Effect = (typeof effects)[number];

const settings = {
  /** Deals and leads of someone who may not sell at the store. */
  selling: z.enum(effects),
  /** Check-outs to an employee who may not drive. */
  driving: z.enum(effects),
};

const ruleSettings = z.object({ ...settings, version: z.number() });
export type RuleSettings = z.output<typeof ruleSettings>;

export const getSettings = endpoint({
  method: 'GET',
  path: '/api/credentials/settings',
  summary: 'What happens when someone may not sell or drive',
  access: 'signedIn',
  reply: z.extend(ruleSettings, { may: z.object({ edit: z.boolean() }) }),
});

export const saveSettings = endpoint({
  method: 'PUT',
  path: '/api/credentials/settings',
  summary: 'Set what happens when someone may not sell or drive; HR of all stores only',
  access: 'signedIn',
  body: { version, ...settings },
  reply: ruleSettings,
});

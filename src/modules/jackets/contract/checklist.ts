import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { calendarDate, version } from '../../../platform/contract/fields.ts';
import { checklistKinds, conditions } from './kinds.ts';

export const requirementsAtMost = 40;

const requirement = {
  /** Of the cabinet of these records: see `documentTypes`. */
  type: z.string().check(z.minLength(1), z.maxLength(40)),
  condition: z.enum(conditions),
  /** Not needed by deals signed, repair orders closed and employees hired before this day. */
  since: calendarDate,
};
const requirementInput = z.strictObject(requirement);
export type RequirementInput = z.output<typeof requirementInput>;

const checklist = z.object({
  kind: z.enum(checklistKinds),
  requirements: z.array(z.object(requirement)),
  version: z.number(),
  may: z.object({ edit: z.boolean() }),
});
export type Checklist = z.output<typeof checklist>;

export const listChecklists = endpoint({
  method: 'GET',
  path: '/api/jackets/checklists',
  summary: 'The documents that each kind of deal, a repair order and a new hire need',
  access: 'signedIn',
  reply: z.array(checklist),
});

export const saveChecklist = endpoint({
  method: 'PUT',
  path: '/api/jackets/checklists/:kind',
  summary: 'Change a checklist, in the order given; 409 if someone else changed it since `version`',
  access: 'signedIn',
  params: { kind: z.enum(checklistKinds) },
  body: {
    version,
    requirements: z
      .array(requirementInput)
      .check(z.maxLength(requirementsAtMost, 'A checklist can have at most 40 documents.')),
  },
  reply: checklist,
});

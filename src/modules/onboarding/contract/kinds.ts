import * as z from 'zod/mini';
import { freeText, id, text } from '../../../platform/contract/fields.ts';

export const runKinds = ['onboarding', 'offboarding'] as const;
export type RunKind = (typeof runKinds)[number];

/** Who does an item. `it`: who manages accounts; `person`: someone by name. */
export const owners = ['hr', 'it', 'manager', 'employee', 'person'] as const;
export type Owner = (typeof owners)[number];

export const leaveReasons = ['resigned', 'terminated', 'retired', 'contract_ended'] as const;
export type LeaveReason = (typeof leaveReasons)[number];

/** `task` is done when its owner says so; of the others the system knows how they stand. */
export const itemKinds = [
  'task',
  'account',
  'rights',
  'channels',
  'papers',
  'equipment_issued',
  'account_ended',
  'handover',
  'equipment_returned',
] as const;
export type ItemKind = (typeof itemKinds)[number];

export const kindsOf: Record<RunKind, readonly ItemKind[]> = {
  onboarding: ['task', 'account', 'rights', 'channels', 'papers', 'equipment_issued'],
  offboarding: ['task', 'account_ended', 'handover', 'equipment_returned'],
};

export const itemInput = {
  title: text(200),
  note: freeText(1000),
  kind: z.enum(itemKinds),
  owner: z.enum(owners),
  /** Only where the owner is a person. */
  ownerId: z._default(z.nullable(id), null),
  /** Relative to the first or the last day: -7, 0, 30. */
  dueDays: z.number().check(z.int(), z.minimum(-365), z.maximum(365)),
};
const itemObject = z.object(itemInput);
export type ItemInput = z.output<typeof itemObject>;

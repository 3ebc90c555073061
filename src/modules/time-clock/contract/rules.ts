import * as z from 'zod/mini';
import { stores } from '../../../platform/contract/access.ts';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { calendarDate, idParam } from '../../../platform/contract/fields.ts';
import { toolAccess } from '../contract.ts';

/** The law that overtime and breaks are calculated under. */
export const laws = ['federal', 'california'] as const;
export const law = z.enum(laws);
export type Law = z.output<typeof law>;

/** Why a person is or is not exempt from overtime (29 USC 213(b)(10)(A) and 213(a)(1)). */
export const overtimeBases = [
  'non_exempt',
  'salesman',
  'partsman',
  'mechanic',
  'service_advisor',
  'white_collar',
] as const;
export const overtimeBasis = z.enum(overtimeBases);
export type OvertimeBasis = z.output<typeof overtimeBasis>;

const minutes = z.number().check(z.int(), z.minimum(0), z.maximum(24 * 60));

const policyFields = {
  /** The first weekday of a workweek; 0 is Sunday. */
  weekStartsOn: z.number().check(z.int(), z.minimum(0), z.maximum(6)),
  /** By the state each store is in. */
  laws: z.strictObject({ ford: law, hyundai: law, chevrolet: law }),
  /** Breaks up to this length are paid, as federal law requires for short ones; 0: none are. */
  paidBreakMinutes: minutes,
  /** A shift without a 30-minute break by then is flagged, unless the law requires it earlier; 0: never. */
  breakAfterMinutes: minutes,
};
export const policy = z.strictObject(policyFields);
export type Policy = z.output<typeof policy>;

export const defaultPolicy: Policy = {
  weekStartsOn: 0,
  laws: { ford: 'federal', hyundai: 'federal', chevrolet: 'federal' },
  paidBreakMinutes: 20,
  breakAfterMinutes: 360,
};

export const policyStores = stores;

/** The rules that one person's week is calculated with. */
export const rules = z.object({
  timezone: z.string(),
  law,
  basis: overtimeBasis,
  paidBreakMinutes: z.number(),
  breakAfterMinutes: z.number(),
});
export type Rules = z.output<typeof rules>;

export const readPolicy = endpoint({
  method: 'GET',
  path: '/api/time-clock/policy',
  summary: 'Get the rules for calculating hours',
  access: toolAccess,
  reply: policy,
});

export const setPolicy = endpoint({
  method: 'PUT',
  path: '/api/time-clock/policy',
  summary:
    'Set the rules for calculating hours; approved weeks keep the rules they were approved with, and the first day of the workweek does not change once hours are approved or locked',
  access: { admin: 'system_management' },
  body: policyFields,
  reply: policy,
});

export const setOvertimeBasis = endpoint({
  method: 'PUT',
  path: '/api/time-clock/people/:id/basis',
  summary: 'Set the overtime basis of a person from a week on',
  access: toolAccess,
  params: { id: idParam },
  body: { basis: overtimeBasis, fromWeek: calendarDate },
  reply: z.object({ basis: overtimeBasis }),
});

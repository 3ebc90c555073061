import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, text, time } from '../../../platform/contract/fields.ts';
import { access } from '../contract.ts';

/** The subject of a document, which a hold is placed on. */
export const subjectKinds = [
  'customer',
  'vehicle',
  'employee',
  'deal',
  'repair_order',
  'document',
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

const subjectFields = {
  kind: z.enum(subjectKinds),
  /** The customer number, VIN, employee number, deal number or repair order number. */
  number: text(100),
};
export const subject = z.strictObject(subjectFields);
export type Subject = z.output<typeof subject>;

/** As stored: numbers are not case-sensitive, and of an employee `0042` and `42` are the same, as in their file. */
export function subjectKey({ kind, number }: Subject): string {
  const typed = number.trim().toUpperCase();
  const mayBePadded = kind === 'employee' && /^\d+$/.test(typed);
  return `${kind}:${mayBePadded ? typed.replace(/^0+/, '') || '0' : typed}`;
}

export const hold = z.object({
  id: z.number(),
  matter: z.string(),
  reason: z.string(),
  subjects: z.array(z.object(subjectFields)),
  placedBy: z.string(),
  placedAt: time,
  /** Documents it keeps now, and documents about its subjects that were already destroyed. */
  items: z.number(),
  gone: z.number(),
  release: z.nullable(z.object({ reason: z.string(), by: z.string(), at: time })),
});
export type Hold = z.output<typeof hold>;

export const listHolds = endpoint({
  method: 'GET',
  path: '/api/retention/holds',
  summary: 'Legal holds, those in force first, then the newest',
  access,
  reply: z.array(hold),
});

export const placeHold = endpoint({
  method: 'POST',
  path: '/api/retention/holds',
  summary:
    'Keep everything about these subjects, whatever its period; a repeated request returns the same hold',
  access,
  body: {
    clientId: z.uuid(),
    matter: text(200),
    reason: text(1_000),
    subjects: z.array(subject).check(z.minLength(1), z.maxLength(50)),
  },
  reply: hold,
  status: 201,
});

export const releaseHold = endpoint({
  method: 'POST',
  path: '/api/retention/holds/:holdId/release',
  summary: 'Release a hold with a reason',
  access,
  params: { holdId: idParam },
  body: { reason: text(1_000) },
  reply: hold,
});

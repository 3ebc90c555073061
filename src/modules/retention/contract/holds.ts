import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, text, time } from '../../../platform/contract/fields.ts';
import { access } from '../contract.ts';

/** Whom or what a document is about, and a hold is placed on. */
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
  /** The customer’s number, the VIN, the employee’s number, the number of the deal or repair order. */
  number: text(100),
};
export const subject = z.strictObject(subjectFields);
export type Subject = z.output<typeof subject>;

/** As it is stored: letters of either size are the same number. */
export const subjectKey = ({ kind, number }: Subject): string =>
  `${kind}:${number.trim().toUpperCase()}`;

export const hold = z.object({
  id: z.number(),
  matter: z.string(),
  reason: z.string(),
  subjects: z.array(z.object(subjectFields)),
  placedBy: z.string(),
  placedAt: time,
  /** Documents it keeps now, and those of its subjects that were gone already. */
  items: z.number(),
  gone: z.number(),
  release: z.nullable(z.object({ reason: z.string(), by: z.string(), at: time })),
});
export type Hold = z.output<typeof hold>;

export const listHolds = endpoint({
  method: 'GET',
  path: '/api/retention/holds',
  summary: 'Legal holds, those that stand first, then the latest',
  access,
  reply: z.array(hold),
});

export const placeHold = endpoint({
  method: 'POST',
  path: '/api/retention/holds',
  summary:
    'Keep everything about these subjects, whatever its period; sent again it is the same hold',
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
  summary: 'Let the periods count again, and say why',
  access,
  params: { holdId: idParam },
  body: { reason: text(1_000) },
  reply: hold,
});

import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { idParam, instant, text, time } from '../../../platform/contract/fields.ts';
import { punchKind, toolAccess } from '../contract.ts';

const punchId = z.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));
const at = instant;

/** One thing a correction does: put a punch in, take one out, or put one elsewhere in time. */
export const change = z.union([
  z.strictObject({ act: z.literal('add'), kind: punchKind, at }),
  z.strictObject({ act: z.literal('void'), punchId }),
  z.strictObject({ act: z.literal('move'), punchId, at }),
]);
export type Change = z.output<typeof change>;

/** A change as it is shown: with what the punch was. */
export const shownChange = z.object({
  act: z.enum(['add', 'void', 'move']),
  kind: punchKind,
  from: z.nullable(time),
  to: z.nullable(time),
});

export const correctionStates = ['waiting', 'approved', 'declined', 'withdrawn'] as const;

export const correction = z.object({
  id: z.number(),
  userId: z.number(),
  userName: z.string(),
  authorName: z.string(),
  /** `offline`: a punch made without a line that could not be taken as it was. */
  origin: z.enum(['request', 'offline', 'manager']),
  reason: z.string(),
  changes: z.array(shownChange),
  createdAt: time,
  state: z.enum(correctionStates),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(time),
  decisionReason: z.string(),
  may: z.object({ decide: z.boolean(), withdraw: z.boolean() }),
});
export type Correction = z.output<typeof correction>;

export const reasonMaxLength = 1_000;
const changes = z.array(change).check(z.minLength(1), z.maxLength(20));

export const correctHours = endpoint({
  method: 'POST',
  path: '/api/time-clock/corrections',
  summary: 'Ask to have your hours corrected, or correct those you keep; both keep what was before',
  access: toolAccess,
  body: {
    clientId: z.uuid(),
    userId: idParam,
    reason: text(reasonMaxLength),
    changes,
  },
  reply: correction,
  status: 201,
});

export const decideCorrection = endpoint({
  method: 'POST',
  path: '/api/time-clock/corrections/:correctionId/decision',
  summary: 'Approve or decline what somebody asks for, or withdraw what you asked for',
  access: toolAccess,
  params: { correctionId: idParam },
  body: {
    decision: z.enum(['approved', 'declined', 'withdrawn']),
    reason: z._default(z.string().check(z.trim(), z.maxLength(reasonMaxLength)), ''),
  },
  reply: correction,
});

export const listWaiting = endpoint({
  method: 'GET',
  path: '/api/time-clock/corrections',
  summary: 'What waits for your decision, the oldest first',
  access: toolAccess,
  reply: z.array(correction),
});

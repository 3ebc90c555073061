import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { freeText, id, idParam, instant, text, time } from '../../../platform/contract/fields.ts';
import { punchKind, store, toolAccess } from '../contract.ts';

const punchId = z.number().check(z.int(), z.minimum(1), z.maximum(Number.MAX_SAFE_INTEGER));
const at = instant;

/**
 * One change of a correction: adds, voids or moves a punch. `store` as at the clock; a moved punch keeps its own, and
 * one that only changes its store moves to its own time.
 */
export const change = z.union([
  z.strictObject({ act: z.literal('add'), kind: punchKind, at, store: z.optional(store) }),
  z.strictObject({ act: z.literal('void'), punchId }),
  z.strictObject({ act: z.literal('move'), punchId, at, store: z.optional(store) }),
]);
export type Change = z.output<typeof change>;

/** A change for display, with the original time. */
export const shownChange = z.object({
  act: z.enum(['add', 'void', 'move']),
  kind: punchKind,
  from: z.nullable(time),
  to: z.nullable(time),
  /** Where the work after it takes place; null if it does not say. */
  store: z.nullable(store),
});

export const correctionStates = ['waiting', 'approved', 'declined', 'withdrawn'] as const;

export const correction = z.object({
  id: z.number(),
  userId: z.number(),
  userName: z.string(),
  authorName: z.string(),
  /** `offline`: an offline punch that was not recorded automatically. */
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
/** Change hours of a locked pay period, too: the difference is paid in the next one. */
const adjust = z._default(z.boolean(), false);

export const correctHours = endpoint({
  method: 'POST',
  path: '/api/time-clock/corrections',
  summary:
    'Request a correction of your hours, or correct the hours you manage; the original punches are kept',
  access: toolAccess,
  body: {
    clientId: z.uuid(),
    userId: id,
    reason: text(reasonMaxLength),
    changes,
    adjust,
  },
  reply: correction,
  status: 201,
});

export const decideCorrection = endpoint({
  method: 'POST',
  path: '/api/time-clock/corrections/:correctionId/decision',
  summary: 'Approve or decline a correction request, or withdraw your own',
  access: toolAccess,
  params: { correctionId: idParam },
  body: {
    decision: z.enum(['approved', 'declined', 'withdrawn']),
    reason: freeText(reasonMaxLength),
    adjust,
  },
  reply: correction,
});

export const listWaiting = endpoint({
  method: 'GET',
  path: '/api/time-clock/corrections',
  summary: 'List the requests pending your decision, oldest first',
  access: toolAccess,
  reply: z.array(correction),
});

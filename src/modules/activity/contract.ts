import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { idParam, time } from '../../platform/contract/fields.ts';

/** One act of security or administration: who did what to whom, and what it changed. */
export const activity = z.object({
  id: z.number(),
  at: time,
  actorId: z.nullable(z.number()),
  actorName: z.string(),
  /** `user.created`, `user.permissions_changed`, `session.ended`, … */
  action: z.string(),
  subjectType: z.string(),
  subjectId: z.nullable(z.string()),
  subjectName: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  ip: z.string(),
});
export type Activity = z.output<typeof activity>;

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/activity',
  summary: 'What was done, the latest first',
  access: { feature: 'audit_logs' },
  query: {
    actorId: z.optional(idParam),
    subjectId: z.optional(z.string().check(z.maxLength(100))),
    action: z.optional(z.string().check(z.maxLength(100))),
    search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    from: z.optional(z.iso.datetime({ offset: true })),
    to: z.optional(z.iso.datetime({ offset: true })),
    /** Only entries before this id: the next page. */
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  },
  reply: z.array(activity),
});

import * as z from 'zod/mini';
import { endpoint, file } from '../../platform/contract/endpoint.ts';
import { idParam, instant, time } from '../../platform/contract/fields.ts';

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

const filters = {
  actorId: z.optional(idParam),
  subjectId: z.optional(z.string().check(z.maxLength(100))),
  action: z.optional(z.string().check(z.maxLength(100))),
  search: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
  from: z.optional(instant),
  to: z.optional(instant),
};

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/activity',
  summary:
    'What was done, the latest first; by people of the reader’s stores and to them, all of it with every store',
  access: { feature: 'audit_logs' },
  query: {
    ...filters,
    /** Only entries before this id: the next page. */
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  },
  reply: z.array(activity),
});

/** So many entries are in one file; the filters lead to the others. */
export const exportMaxEntries = 50_000;

export const exportActivity = endpoint({
  method: 'POST',
  path: '/api/activity/export',
  summary: 'The same as a table, at most 50,000 entries; that it was taken is an entry itself',
  access: { feature: 'audit_logs' },
  body: filters,
  reply: file,
  replyType: 'file',
});

export const checkActivity = endpoint({
  method: 'POST',
  path: '/api/activity/check',
  summary:
    'Whether the entries are still what they were when they were sealed, a part at a time; that the last was checked is an entry itself',
  access: { feature: 'audit_logs' },
  /** A place in the chain: those behind it are looked at. */
  body: {
    behind: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(2 ** 50)), 0),
  },
  reply: z.object({
    /** The last place that was looked at; ask on behind it until it is `length`. */
    reached: z.number(),
    /** Of that place, in hexadecimal: whoever keeps it can tell later that nothing before it was changed. */
    hash: z.string(),
    /** The first place that does not hold; null: all of them do. */
    broken: z.nullable(z.number()),
    /** An entry was changed or taken out, the end cut off, all of it replaced, a key or the file outside is not right. */
    problem: z.nullable(z.enum(['changed', 'missing', 'cut', 'replaced', 'key', 'anchor'])),
    /** The id of the entry there, where it is known. */
    entryId: z.nullable(z.number()),
    length: z.number(),
    /** How long the log was when its end was last written down outside the database, and when that was. */
    anchored: z.nullable(z.object({ length: z.number(), at: time })),
    /** Entries of the last seconds, which are not sealed yet. */
    unsealed: z.number(),
  }),
});

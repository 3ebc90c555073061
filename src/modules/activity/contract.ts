import * as z from 'zod/mini';
import { endpoint, file } from '../../platform/contract/endpoint.ts';
import { freeText, idParam, instant, time } from '../../platform/contract/fields.ts';

/** One entry of the activity log: who did what to whom, and what it changed. */
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
  search: freeText(200),
  from: z.optional(instant),
  to: z.optional(instant),
};

export const listActivity = endpoint({
  method: 'GET',
  path: '/api/activity',
  summary:
    'The activity log, newest first; limited to people of the reader’s stores, unless the reader has every store',
  access: { feature: 'audit_logs' },
  query: {
    ...filters,
    /** Only entries before this id, to load the next page. */
    before: z.optional(z.coerce.number().check(z.int(), z.minimum(1))),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(200)), 50),
  },
  reply: z.array(activity),
});

/** The most entries in one file; filters lead to the others. */
export const exportMaxEntries = 50_000;

export const exportActivity = endpoint({
  method: 'POST',
  path: '/api/activity/export',
  summary: 'The activity log as CSV, at most 50,000 entries; the export is logged',
  access: { feature: 'audit_logs' },
  body: filters,
  reply: file,
  replyType: 'file',
});

export const checkActivity = endpoint({
  method: 'POST',
  path: '/api/activity/check',
  summary:
    'Check that entries still match their seals, a part at a time; checking the last part is logged',
  access: { feature: 'audit_logs' },
  /** A position in the chain: entries after it are checked. */
  body: {
    behind: z._default(z.number().check(z.int(), z.minimum(0), z.maximum(2 ** 50)), 0),
  },
  reply: z.object({
    /** The last position checked; call again after it until it equals `length`. */
    reached: z.number(),
    /**
     * The seal at that position, in hexadecimal: a copy of it proves later that nothing before it was changed.
     */
    hash: z.string(),
    /** The first position that does not match; null if all do. */
    broken: z.nullable(z.number()),
    /**
     * An entry was changed or removed, the end cut off, the chain replaced, or a key or the anchor file is not
     * right.
     */
    problem: z.nullable(z.enum(['changed', 'missing', 'cut', 'replaced', 'key', 'anchor'])),
    /** The id of the entry at that position, if known. */
    entryId: z.nullable(z.number()),
    length: z.number(),
    /** The length of the log when its end was last anchored outside the database, and when. */
    anchored: z.nullable(z.object({ length: z.number(), at: time })),
    /** Entries of the last seconds that are not sealed yet. */
    unsealed: z.number(),
  }),
});

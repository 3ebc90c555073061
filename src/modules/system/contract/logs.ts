import * as z from 'zod/mini';
import { endpoint, file } from '../../../platform/contract/endpoint.ts';
import { freeText, time } from '../../../platform/contract/fields.ts';

export const levels = ['debug', 'info', 'warn', 'error'] as const;

export const logEntry = z.object({
  id: z.number(),
  at: time,
  level: z.enum(levels),
  message: z.string(),
  fields: z.record(z.string(), z.unknown()),
});
export type LogEntry = z.output<typeof logEntry>;

const filters = {
  /** Minimum level. */
  level: z._default(z.enum(levels), 'debug'),
  search: freeText(200),
};

export const listLogs = endpoint({
  method: 'GET',
  path: '/api/system/logs',
  summary: 'The latest log lines of the instance that responds, oldest first',
  access: { admin: 'system_management' },
  query: {
    ...filters,
    /** Only lines after this id. */
    after: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(2 ** 50)), 0),
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 200),
  },
  reply: z.object({
    /** Another instance numbers its lines differently. */
    instance: z.string(),
    entries: z.array(logEntry),
  }),
});

export const saveLogs = endpoint({
  method: 'GET',
  path: '/api/system/logs.jsonl',
  summary: 'The log as a file, one JSON object per line',
  access: { admin: 'system_management' },
  query: filters,
  reply: file,
  replyType: 'file',
});

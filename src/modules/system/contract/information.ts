import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { time } from '../../../platform/contract/fields.ts';

/** Null if nothing is configured or nothing has happened yet. */
export const systemInformation = z.object({
  version: z.string(),
  environment: z.enum(['production', 'development']),
  /** PostgreSQL's own version. */
  database: z.string(),
  /** Build time of the served site. */
  deployedAt: z.nullable(time),
  certificate: z.nullable(
    z.object({
      state: z.enum(['valid', 'ends soon', 'not valid', 'not reachable']),
      host: z.string(),
      validUntil: z.nullable(time),
    }),
  ),
  /** When the activity log was last verified or exported. */
  lastAuditAt: z.nullable(time),
  /** When the database last archived its changes. */
  lastBackupAt: z.nullable(time),
  activeSessions: z.number(),
  /** Of the disk that holds the files; null: files are in a bucket, or the disk is missing. */
  disk: z.nullable(z.object({ freeBytes: z.number(), totalBytes: z.number() })),
});
export type SystemInformation = z.output<typeof systemInformation>;

export const getSystemInformation = endpoint({
  method: 'GET',
  path: '/api/system/information',
  summary: 'System information and status',
  access: { admin: 'system_overview' },
  reply: systemInformation,
});

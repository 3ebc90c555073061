import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';
import { time } from '../../../platform/contract/fields.ts';

/** Null wherever nothing is configured, or nothing has happened yet. */
export const systemInformation = z.object({
  version: z.string(),
  environment: z.enum(['production', 'development']),
  /** PostgreSQL's own version. */
  database: z.string(),
  /** When the site that is being served was built. */
  deployedAt: z.nullable(time),
  certificate: z.nullable(
    z.object({
      state: z.enum(['valid', 'ends soon', 'not valid', 'not reachable']),
      host: z.string(),
      validUntil: z.nullable(time),
    }),
  ),
  /** When somebody last checked or saved the log of what was done. */
  lastAuditAt: z.nullable(time),
  /** When the database last handed its changes to an archive. */
  lastBackupAt: z.nullable(time),
  activeSessions: z.number(),
  /** Of the disk the files are on; null: they are in a bucket, or the disk is gone. */
  disk: z.nullable(z.object({ freeBytes: z.number(), totalBytes: z.number() })),
});
export type SystemInformation = z.output<typeof systemInformation>;

export const getSystemInformation = endpoint({
  method: 'GET',
  path: '/api/system/information',
  summary: 'What runs here, and how it is',
  access: { admin: 'system_overview' },
  reply: systemInformation,
});

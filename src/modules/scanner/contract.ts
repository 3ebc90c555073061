import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { message, text, time, utcInstant } from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { codeFormats, scanKinds, scanSources } from './contract/kinds.ts';

/** Each user's latest scans are kept, up to this many. */
export const maxScans = 200;
export const maxReasonLength = 200;

export const scan = z.object({
  id: z.string(),
  kind: z.enum(scanKinds),
  /** Normalized: a VIN in capitals without blanks, a repair order as its number only. */
  value: z.string(),
  format: z.nullable(z.enum(codeFormats)),
  source: z.enum(scanSources),
  /** Why a VIN with an invalid check digit was accepted. */
  overrideReason: z.nullable(z.string()),
  scannedAt: time,
});
export type Scan = z.output<typeof scan>;

/** The record that a scan identifies. */
const target = z.object({ title: z.string(), subtitle: z.string(), href: z.string() });
export type Target = z.output<typeof target>;

const scanAnswer = z.object({
  scan,
  target: z.nullable(target),
  /** The page that adds the record; null if it exists or the user may not add it. */
  addHref: z.nullable(z.string()),
});
export type ScanAnswer = z.output<typeof scanAnswer>;

/** Sent to all of the user's devices when the list changed; they refetch it. */
export const scansChanged = serverEvent('scans_changed', {});

const access = { feature: 'utilities' } as const;
const params = { scanId: z.uuid() };

export const listScans = endpoint({
  method: 'GET',
  path: '/api/scans',
  summary: 'List your recent scans, newest first',
  access,
  reply: z.array(scan),
});

export const getScan = endpoint({
  method: 'GET',
  path: '/api/scans/:scanId',
  summary: 'Get one of your scans and the record it identifies',
  access,
  params,
  reply: scanAnswer,
});

export const recordScan = endpoint({
  method: 'POST',
  path: '/api/scans',
  summary: 'Save a scan; repeating an id is idempotent',
  access,
  body: {
    id: z.uuid(),
    /** The raw text; the server classifies it. */
    text: text(5_000),
    format: z.optional(z.nullable(z.enum(codeFormats))),
    source: z.enum(scanSources),
    scannedAt: utcInstant,
    /** Keep it as plain text even if it looks like a VIN. */
    asText: z.optional(z.boolean()),
    overrideReason: z.optional(text(maxReasonLength)),
  },
  reply: scanAnswer,
});

export const removeScan = endpoint({
  method: 'DELETE',
  path: '/api/scans/:scanId',
  summary: 'Remove one of your scans',
  access,
  params,
  reply: message,
});

export const removeAllScans = endpoint({
  method: 'DELETE',
  path: '/api/scans',
  summary: 'Remove all your scans',
  access,
  reply: message,
});

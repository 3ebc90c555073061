import * as z from 'zod/mini';
import { endpoint } from '../../platform/contract/endpoint.ts';
import { message, text, time, utcInstant } from '../../platform/contract/fields.ts';
import { serverEvent } from '../../platform/contract/socket.ts';
import { codeFormats, scanKinds, scanSources } from './contract/kinds.ts';

/** Of each person so many are kept, the latest. */
export const keptScans = 200;
export const maxReasonLength = 200;

export const scan = z.object({
  id: z.string(),
  kind: z.enum(scanKinds),
  /** Cleaned: a VIN in capitals and without blanks, a repair order as its bare number. */
  value: z.string(),
  format: z.nullable(z.enum(codeFormats)),
  source: z.enum(scanSources),
  /** Why a VIN was taken although its check digit does not fit. */
  overrideReason: z.nullable(z.string()),
  scannedAt: time,
});
export type Scan = z.output<typeof scan>;

/** The record a scan leads to. */
const target = z.object({ title: z.string(), subtitle: z.string(), href: z.string() });
export type Target = z.output<typeof target>;

const answer = z.object({
  scan,
  target: z.nullable(target),
  /** Where it can be added; null where it is known, or where this person may not. */
  addHref: z.nullable(z.string()),
});
export type ScanAnswer = z.output<typeof answer>;

/** Goes to every device of the person when the list changed; it is then asked for again. */
export const scansChanged = serverEvent('scans_changed', {});

const access = { feature: 'utilities' } as const;
const params = { scanId: z.uuid() };

export const listScans = endpoint({
  method: 'GET',
  path: '/api/scans',
  summary: 'What you scanned lately, newest first',
  access,
  reply: z.array(scan),
});

export const getScan = endpoint({
  method: 'GET',
  path: '/api/scans/:scanId',
  summary: 'One of your scans, and the record it leads to',
  access,
  params,
  reply: answer,
});

export const recordScan = endpoint({
  method: 'POST',
  path: '/api/scans',
  summary: 'Keep a scan; the same id again is the same scan',
  access,
  body: {
    id: z.uuid(),
    /** As it was read; what it is, the server finds out. */
    text: text(5_000),
    format: z.optional(z.nullable(z.enum(codeFormats))),
    source: z.enum(scanSources),
    scannedAt: utcInstant,
    /** It only looks like a VIN. */
    asText: z.optional(z.boolean()),
    overrideReason: z.optional(text(maxReasonLength)),
  },
  reply: answer,
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

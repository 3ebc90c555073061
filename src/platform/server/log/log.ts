import { type Logger, type LoggerOptions, pino } from 'pino';
import type { RecentLog } from './recent.ts';

export type Log = Logger;

/** Names of fields that never reach the log, at the top and one level down. */
const secret = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'tokenHash',
  'cookie',
  'authorization',
  'set-cookie',
  'content',
];

/**
 * One JSON line per event on standard output, the latest of which `recent` keeps. Bodies, query strings and emails
 * are never logged; the list of secret names is a second safeguard.
 */
export function createLog(level: string, recent?: RecentLog): Log {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: secret.flatMap((name) => [`["${name}"]`, `*["${name}"]`]), remove: true },
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: describeError },
  };
  if (!recent) return pino(options);
  const streams = [pino.destination(1), recent].map((stream) => ({ level: 'trace', stream }));
  return pino(options, pino.multistream(streams));
}

// The driver's `detail` and `where` quote the values of the offending row.
function describeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) };
  const code = 'code' in error ? String(error.code) : undefined;
  return { type: error.name, message: error.message, code, stack: error.stack };
}

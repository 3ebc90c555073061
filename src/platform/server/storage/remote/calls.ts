import { setTimeout as sleep } from 'node:timers/promises';
import { full, refused, StorageError, silent } from '../failures.ts';

export interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  body?: Uint8Array;
  /** Statuses the caller handles itself, besides success. */
  accept?: readonly number[];
}

/** Timeouts and sizes for remote storage. */
export interface Limits {
  /** Until the response starts. A request with a body has longer, depending on its size. */
  answerMs: number;
  /** Between two chunks of a response. */
  stallMs: number;
  /** A failed call is repeated, unless this much time has passed already: someone is waiting. */
  repeatWithinMs: number;
  repeats: number;
  /**
   * Size of one part of a large file. As small as S3 allows, because a few of them are in memory for each upload,
   * and a multiple of the 256 KiB that Google requires. Ten thousand make the largest file: 48 GB.
   */
  partBytes: number;
}

export const usualLimits: Limits = {
  answerMs: 10_000,
  stallMs: 30_000,
  repeatWithinMs: 8_000,
  repeats: 2,
  partBytes: 5 * 1024 * 1024,
};

/** The slowest connection to a storage: 1 Mbit per second. */
const bytesPerMs = 128;
const firstPauseMs = 150;

export interface Answer {
  response: Response;
  /** Ends it, and the connection with it. */
  abort(): void;
}

export type Sign = (call: Call) => Promise<Call>;

export type SendCall = (call: Call) => Promise<Answer>;

/**
 * Sends signed calls. Transient failures are retried: all calls are idempotent. Rejects with `unavailable` if there
 * is no response in time, or one that is neither success nor expected.
 */
export function createCalls(sign: Sign, limits: Limits): SendCall {
  return async function send(call) {
    const begun = Date.now();
    for (let attempt = 0; ; attempt += 1) {
      const failure = await trySend(sign, call, limits);
      if (!('failure' in failure)) return failure;
      const isLate = Date.now() - begun > limits.repeatWithinMs;
      if (!failure.passes || isLate || attempt >= limits.repeats) throw failure.failure;
      await sleep(firstPauseMs * 4 ** attempt * (0.5 + Math.random()));
    }
  };
}

interface Failed {
  failure: StorageError;
  /** May succeed on a retry. */
  passes: boolean;
}

async function trySend(sign: Sign, call: Call, limits: Limits): Promise<Answer | Failed> {
  const controller = new AbortController();
  const ms = limits.answerMs + (call.body?.length ?? 0) / bytesPerMs;
  const timer = setTimeout(() => controller.abort(new Error('no response in time')), ms);
  try {
    const { url, method, headers, body } = await sign(call);
    const response = await fetch(url, {
      method,
      signal: controller.signal,
      // A redirect would get our signature; ranges of compressed data are not ranges of the file.
      redirect: 'manual',
      headers: { ...headers, 'accept-encoding': 'identity' },
      ...(body && { body: body as BodyInit }),
    });
    const { status } = response;
    if (response.ok || call.accept?.includes(status)) {
      return { response, abort: () => controller.abort() };
    }
    return failureOf(status, await response.text());
  } catch (error) {
    if (error instanceof StorageError) throw error;
    return { failure: silent(reasonOf(error)), passes: true };
  } finally {
    clearTimeout(timer);
  }
}

function failureOf(status: number, text: string): Failed {
  const code =
    /<Code>([\w.]{1,60})<\/Code>/.exec(text)?.[1] ?? /"reason":\s*"(\w{1,60})"/.exec(text)?.[1];
  const reason = code ? `${status} ${code}` : String(status);
  if (status === 507 || /full|quota|insufficientstorage/i.test(code ?? '')) {
    // Google also uses this code for rate limits; those are 429.
    if (status !== 429) return { failure: full(reason), passes: false };
  }
  if (status === 429 || status >= 500) return { failure: silent(reason), passes: true };
  return { failure: refused(reason), passes: false };
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  const { code, message } = cause as NodeJS.ErrnoException;
  return code ?? message ?? 'no response';
}

import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { punch } from '../../contract.ts';
import { dropPunch, listWaiting, markRejected, type WaitingPunch } from './waiting.ts';

/** Slower connections are treated as offline. */
const timeoutMs = 8_000;

/** Whether the server was unreachable or temporarily unavailable. */
export function isUnreached(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 500 || error.status === 429;
}

export interface Sent {
  /** How many are pending a manager's decision. */
  requested: number;
  recorded: number;
}

export const sendPunch = (body: {
  clientId: string;
  kind: WaitingPunch['kind'];
  device: string;
  at?: string;
}) => call(punch, { body }, { signal: AbortSignal.timeout(timeoutMs) });

/** Sends unsent punches in order, from one tab at a time; stops when the connection fails. */
export async function sendWaiting(userId: number): Promise<Sent> {
  // Locks need a secure context; without them two tabs may send the same punch, which is idempotent.
  if (!navigator.locks) return sendAll(userId);
  return navigator.locks.request(`forecourt-punches:${userId}`, () => sendAll(userId));
}

async function sendAll(userId: number): Promise<Sent> {
  const sent: Sent = { requested: 0, recorded: 0 };
  for (const { refusal, ...body } of listWaiting(userId)) {
    if (refusal !== undefined) continue;
    try {
      const { outcome } = await sendPunch(body);
      dropPunch(userId, body.clientId);
      sent[outcome] += 1;
    } catch (error) {
      // Signed out in the meantime: the punches stay until the next sign-in.
      if (isUnreached(error) || (error as ApiError).status === 401) break;
      markRejected(userId, body.clientId, (error as ApiError).sentence);
    }
  }
  return sent;
}

import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { punch } from '../../contract.ts';
import { dropPunch, listWaiting, markRefused, type WaitingPunch } from './waiting.ts';

/** A line that takes longer is as good as none. */
const patienceMs = 8_000;

/** Whether the server was not reached, or could not be asked just now. */
export function isUnreached(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true;
  return error.status >= 500 || error.status === 429;
}

export interface Sent {
  /** How many of them wait for a manager's decision. */
  requested: number;
  recorded: number;
}

export const sendPunch = (body: {
  clientId: string;
  kind: WaitingPunch['kind'];
  device: string;
  at?: string;
}) => call(punch, { body }, { signal: AbortSignal.timeout(patienceMs) });

/** Sends what waits, in order, from one tab at a time; stops where the line ends. */
export async function sendWaiting(userId: number): Promise<Sent> {
  // Only secure pages have locks; without them two tabs may send the same, which is one punch all the same.
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
      // Signed out in the meantime: they wait for the person to come back.
      if (isUnreached(error) || (error as ApiError).status === 401) break;
      markRefused(userId, body.clientId, (error as ApiError).sentence);
    }
  }
  return sent;
}

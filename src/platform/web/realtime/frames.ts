import type * as z from 'zod/mini';
import type { AnySocketEvent } from '../../contract/socket.ts';

/** What the caller of an event passes: fields with a default may be omitted. */
export type SentOf<E extends AnySocketEvent> = z.input<E['data']>;

export function writeFrame<E extends AnySocketEvent>(event: E, data: SentOf<E>): string {
  return JSON.stringify({ type: event.type, data });
}

/** Null if it is not a frame. */
export function readFrame(text: unknown): { type: string; data: unknown } | null {
  if (typeof text !== 'string') return null;
  try {
    const frame: unknown = JSON.parse(text);
    if (typeof frame !== 'object' || frame === null || !('type' in frame)) return null;
    const data = 'data' in frame ? frame.data : {};
    return typeof frame.type === 'string' ? { type: frame.type, data: data ?? {} } : null;
  } catch {
    // Sent by something between us and the server; it still counts as a frame received.
    return null;
  }
}

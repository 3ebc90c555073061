import * as z from 'zod/mini';

type Shape = Record<string, z.core.$ZodType>;

/** A socket frame: `{ "type": …, "data": … }`. Unknown fields of `data` are ignored. */
export interface SocketEvent<T extends string = string, S extends Shape = Shape> {
  type: T;
  data: z.ZodMiniObject<S, z.core.$strip>;
}

/** Declares a frame the browser may send. */
export function clientEvent<T extends string, S extends Shape>(
  type: T,
  data: S,
): SocketEvent<T, S> {
  return { type, data: z.object(data) };
}

/** Declares a frame the server may send. */
export function serverEvent<T extends string, S extends Shape>(
  type: T,
  data: S,
): SocketEvent<T, S> {
  return { type, data: z.object(data) };
}

// biome-ignore lint/suspicious/noExplicitAny: stands for a frame of any shape
export type AnySocketEvent = SocketEvent<string, any>;
export type DataOf<E extends AnySocketEvent> = z.output<E['data']>;

/** Authenticates the socket; identity itself is the session cookie, so a different `userId` is refused. */
export const auth = clientEvent('auth', {
  userId: z.optional(z.number()),
  username: z.optional(z.string()),
  status: z.optional(z.string()),
  /** Types of events that this client takes in place of others. */
  accepts: z.optional(z.array(z.string().check(z.maxLength(100))).check(z.maxLength(20))),
  /** From the page's HTML: when what it shows was read, at the earliest. */
  since: z.optional(z.string().check(z.maxLength(100))),
});

export const ping = clientEvent('ping', {});
/** `n` is the number of frames sent on this socket before, so that a client notices a lost one. */
export const pong = serverEvent('pong', { n: z.number() });

/**
 * The socket is subscribed: everything published from now on reaches it, so the client should fetch now. Sent again
 * to an open socket that may have missed something.
 */
export const ready = serverEvent('ready', {
  userId: z.number(),
  serverTime: z.string(),
  /** The site the server serves now; a page served with another build is out of date. */
  build: z.optional(z.string()),
  /**
   * The types of events published to this user since the client's `since`, among them this one if the user's rights
   * changed. Absent if that is not known.
   */
  missed: z.optional(z.array(z.string())),
});

/** A frame was rejected. `ref` is its `clientMsgId`, if it had one. */
export const socketError = serverEvent('error', {
  message: z.string(),
  code: z.string(),
  ref: z.optional(z.string()),
  retryable: z.optional(z.boolean()),
});

export const forceLogout = serverEvent('force_logout', { reason: z.string() });

/** Application close codes (4000–4999), beside the standard 1001, 1008, 1009, 1011, 1012 and 1013. */
export const closeCodes = { signedOut: 4401, slowReader: 4408 } as const;

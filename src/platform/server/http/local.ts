import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../config/exposure.ts';

/** Headers that proxies, load balancers and tunnels add. */
const passedOn = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-server',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
];

/** Whether a proxy says that it forwards someone else's request. */
export const isPassedOn = ({ headers }: IncomingMessage): boolean =>
  passedOn.some((name) => headers[name] !== undefined);

/**
 * Whether a request comes from a program on this machine. Not for what a local proxy forwards: its connection is
 * local, its caller may be anywhere. Browsers never use HTTP/1.0, but proxies that do not forward the caller's
 * address do.
 */
export function isLocal(request: IncomingMessage): boolean {
  const { remoteAddress } = request.socket;
  if (!remoteAddress || !isLoopback(remoteAddress)) return false;
  return request.httpVersion !== '1.0' && !isPassedOn(request);
}

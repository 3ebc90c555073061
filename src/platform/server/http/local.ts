import type { IncomingMessage } from 'node:http';
import { isLoopback } from '../config/exposure.ts';

/** What proxies, balancers and tunnels add to what they pass on. */
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

/** Whether a proxy says that it passes on somebody else's request. */
export const isPassedOn = ({ headers }: IncomingMessage): boolean =>
  passedOn.some((name) => headers[name] !== undefined);

/**
 * Whether a request comes from a program on this machine. Not believed of what a proxy here passes on:
 * its connection is local, its caller may be anywhere. Browsers never speak HTTP/1.0, and proxies that
 * are not set up to say who called do.
 */
export function isLocal(request: IncomingMessage): boolean {
  const { remoteAddress } = request.socket;
  if (!remoteAddress || !isLoopback(remoteAddress)) return false;
  return request.httpVersion !== '1.0' && !isPassedOn(request);
}

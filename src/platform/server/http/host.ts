import { isIP } from 'node:net';
import { isLoopback, isWildcard } from '../config/exposure.ts';

interface Where {
  /** Where the server listens. */
  host: string;
  publicUrl: string | undefined;
}

const form = /^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i;

/**
 * Whether the server accepts the name in a `Host` header. A page of another site can point its own name at this
 * machine and then read every response as its own (DNS rebinding); under a foreign name it gets none. Addresses are
 * safe, because a page's own name is never one. Ports are not compared: tunnels and containers change them.
 */
export function isOurHost(header: string | undefined, { host, publicUrl }: Where): boolean {
  const hostname = form.exec(header ?? '')?.[1];
  if (!hostname) return false;
  const name = plain(hostname);
  if (isLoopback(name) || name === plain(host)) return true;
  if (publicUrl && name === plain(new URL(publicUrl).hostname)) return true;
  return isWildcard(host) && isIP(name) > 0;
}

const plain = (name: string) =>
  name
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');

/** The message for a request under another name. */
export const wrongHost = ({ publicUrl }: Where): string =>
  publicUrl
    ? `Forecourt does not answer under this name. Use ${publicUrl}.`
    : 'Forecourt does not answer under this name. Set PUBLIC_URL to the address that people use.';

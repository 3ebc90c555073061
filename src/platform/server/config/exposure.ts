import { isIPv4 } from 'node:net';

/** Whether a host name or address, with or without brackets, always means this machine. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (name === 'localhost' || name === '::1') return true;
  const address = name.replace(/^::ffff:(?=\d)/, '');
  return isIPv4(address) && address.startsWith('127.');
}

/** Whether a server that listens here is reachable at every address of its machine. */
export const isWildcard = (host: string): boolean => ['0.0.0.0', '::', '[::]'].includes(host);

interface Exposure {
  host: string;
  publicUrl: string | undefined;
  trustedProxies: readonly string[];
}

/** The setting that makes this server reachable from other machines; null if there is none. */
export function exposedBy({ host, publicUrl, trustedProxies }: Exposure): string | null {
  if (publicUrl && !isLoopback(new URL(publicUrl).hostname)) return `PUBLIC_URL is ${publicUrl}`;
  if (trustedProxies.length > 0) return `TRUSTED_PROXIES is ${trustedProxies.join(',')}`;
  return isLoopback(host) ? null : `HOST is ${host}`;
}

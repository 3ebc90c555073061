import { isIPv4 } from 'node:net';

/** Whether a host name or address, with or without brackets, always means the machine itself. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (name === 'localhost' || name === '::1') return true;
  const address = name.replace(/^::ffff:(?=\d)/, '');
  return isIPv4(address) && address.startsWith('127.');
}

/** Whether a server that listens here can be reached at every address of its machine. */
export const isWildcard = (host: string): boolean => ['0.0.0.0', '::', '[::]'].includes(host);

interface Exposure {
  host: string;
  publicUrl: string | undefined;
  trustedProxies: readonly string[];
}

/** The setting by which people on other machines can reach this server; null when none says so. */
export function exposedBy({ host, publicUrl, trustedProxies }: Exposure): string | null {
  if (publicUrl && !isLoopback(new URL(publicUrl).hostname)) return `PUBLIC_URL is ${publicUrl}`;
  if (trustedProxies.length > 0) return `TRUSTED_PROXIES is ${trustedProxies.join(',')}`;
  return isLoopback(host) ? null : `HOST is ${host}`;
}

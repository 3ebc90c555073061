import { BlockList, isIP, isIPv6 } from 'node:net';

/** IPv4 addresses also arrive as IPv6 ones. */
const plain = (ip: string) => ip.replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * A CIDR block as it is stored, from what was entered; a single address is a block of its own. Null if it is none, or
 * would allow every address.
 */
export function parseNetwork(typed: string): string | null {
  const [address = '', prefix, ...rest] = typed.trim().toLowerCase().split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0 || address.includes('%')) return null;
  const longest = family === 6 ? 128 : 32;
  if (prefix === undefined) return `${address}/${longest}`;
  if (!/^\d{1,3}$/.test(prefix)) return null;
  const bits = Number(prefix);
  return bits >= 1 && bits <= longest ? `${address}/${bits}` : null;
}

/** Whether an address is in one of these blocks. */
export function isInNetworks(ip: string, networks: readonly string[]): boolean {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), isIPv6(address) ? 'ipv6' : 'ipv4');
  }
  const address = plain(ip);
  return isIP(address) > 0 && list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

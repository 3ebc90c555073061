import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../../../../../platform/server/fetch/addresses.ts';

/** Push services of known browsers; a leading dot matches all subdomains. */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/**
 * Whether the endpoint is a known push service at its default port. Anything else would let users make the
 * server send requests to any host and port (SSRF).
 */
export function isPushAddress(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  // The port is empty if it is the default of https.
  if (url?.protocol !== 'https:' || url.port || url.username || url.password) return false;
  return services.some((service) =>
    service.startsWith('.') ? url.hostname.endsWith(service) : url.hostname === service,
  );
}

/** Resolves names like the system does, and refuses private addresses, also after DNS rebinding. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isPublicAddress(address))) {
      return callback(new Error('The push service has no public address'), []);
    }
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

import { lookup as resolve } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress } from '../../../../../platform/server/fetch/addresses.ts';

/** The services of the browsers that there are; a dot in front stands for every name below. */
const services = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
];

/**
 * Where browsers may ask us to send: a known push service at its own port. Anything else would let people make
 * the server post to whatever host and port they name.
 */
export function isPushAddress(endpoint: string): boolean {
  const url = URL.parse(endpoint);
  // The port is empty where it is that of https.
  if (url?.protocol !== 'https:' || url.port || url.username || url.password) return false;
  return services.some((service) =>
    service.startsWith('.') ? url.hostname.endsWith(service) : url.hostname === service,
  );
}

/** Resolves names like the system does, and refuses those that lead inside, whatever they led to before. */
export const lookupPublic: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isPublicAddress(address))) {
      return callback(new Error('The push service is not on the open internet'), []);
    }
    if (options.all) callback(null, addresses);
    else callback(null, first.address, first.family);
  });
};

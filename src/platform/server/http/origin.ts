import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser says that another site caused this request. Programs that send neither header have no cookie of
 * ours that they were not given, so they pass. The `Host` header must be ours.
 */
export function isForeign(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const { host, hostname, protocol, origin: normal } = new URL(origin);
  if (!publicUrl) return protocol !== 'http:' || host !== headers.host;
  const published = new URL(publicUrl);
  if (normal === published.origin) return false;
  // We serve plain http ourselves. Under the public name only the public scheme is ours: an attacker on the network
  // could serve a page from the other one.
  if (published.protocol === 'https:' && hostname === published.hostname) return true;
  return protocol !== 'http:' || host !== headers.host;
}

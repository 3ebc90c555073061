import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser says that another site caused this request. Programs that send neither header
 * hold no cookie of ours that they were not given, so they pass.
 */
export function isForeign(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  const { origin } = headers;
  if (origin === undefined) return false;
  if (!URL.canParse(origin)) return true;
  const { host, origin: normal } = new URL(origin);
  return host !== headers.host && (!publicUrl || normal !== new URL(publicUrl).origin);
}

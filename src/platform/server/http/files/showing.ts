/**
 * Headers a browser needs, besides the policy of all data, to show a file that is opened directly: it wraps an
 * image or video in a page, and applies the policy to that page. Nothing in it runs in any case.
 */
export function showing(mediaType: string): Record<string, string> {
  const [kind = ''] = mediaType.split('/');
  const dressed = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  if (kind === 'image') return policy(`${dressed}; img-src 'self'; sandbox`);
  // A page with an opaque origin would fetch the video without the session.
  if (kind === 'video' || kind === 'audio') {
    return policy(`${dressed}; media-src 'self'; sandbox allow-same-origin`);
  }
  if (mediaType !== 'application/pdf') return {};
  // Our own pages may frame one; the browser's PDF viewer does not run in the sandbox.
  return {
    ...policy("default-src 'none'; frame-ancestors 'self'; sandbox"),
    'x-frame-options': 'SAMEORIGIN',
  };
}

const policy = (value: string) => ({ 'content-security-policy': value });

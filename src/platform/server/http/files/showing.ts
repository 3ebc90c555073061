/**
 * What a browser needs beside the policy of all data to show a file that is opened by itself: it makes a
 * page around a picture or a film, and holds that page to the policy. In any case nothing of it runs.
 */
export function showing(mediaType: string): Record<string, string> {
  const [kind = ''] = mediaType.split('/');
  const dressed = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";
  if (kind === 'image') return policy(`${dressed}; img-src 'self'; sandbox`);
  // A page of no origin would fetch the film without the session.
  if (kind === 'video' || kind === 'audio') {
    return policy(`${dressed}; media-src 'self'; sandbox allow-same-origin`);
  }
  if (mediaType !== 'application/pdf') return {};
  // Our own pages may hold one; the browser's viewer is no part of the sandbox.
  return {
    ...policy("default-src 'none'; frame-ancestors 'self'; sandbox"),
    'x-frame-options': 'SAMEORIGIN',
  };
}

const policy = (value: string) => ({ 'content-security-policy': value });

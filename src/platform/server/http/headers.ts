import type { FastifyReply } from 'fastify';

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), microphone=(self), geolocation=(), payment=(), usb=()',
  'x-frame-options': 'DENY',
};

const strictTransport = 'max-age=63072000; includeSubDomains';

/** Headers of every response. Everything but pages is data: it may run and load nothing. */
export function headersOf(requestId: string, https: boolean): Record<string, string> {
  return {
    ...everywhere,
    'x-request-id': requestId,
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'cache-control': 'no-store',
    ...(https && { 'strict-transport-security': strictTransport }),
  };
}

export function setHeaders(reply: FastifyReply, requestId: string, https: boolean): void {
  reply.headers(headersOf(requestId, https));
}

/** The service worker calls us; a sandbox, as around other data, would prevent it from starting. */
export const workerPolicy = "default-src 'none'; connect-src 'self'";

/** A worker of the page decodes with WebAssembly, which the page itself may not; it fetches that from us. */
export const decoderPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

/** What a page may load: our own files, our own socket, and styles with the nonce. */
export function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "font-src 'self'",
    "connect-src 'self'",
    // Of our own responses only PDFs may be framed.
    "frame-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}

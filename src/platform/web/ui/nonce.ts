import { setNonce } from 'get-nonce';

/**
 * The Content-Security-Policy accepts an injected `<style>` only with this page's nonce. `nonce` the property, not
 * the attribute: browsers blank the attribute so that injected markup cannot read it.
 */
export const nonce: string | undefined =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ||
  undefined;

// radix locks scrolling behind a dialog with a style element of its own, and asks get-nonce for it.
if (nonce) setNonce(nonce);

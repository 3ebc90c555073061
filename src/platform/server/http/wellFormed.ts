const halfLength = '\\ud800'.length;
const halfOfAPair = /\\u[dD][89a-fA-F]/;
/** A pair, a lone half, or any other escape: an escaped backslash starts none. */
const escapes = /\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]|u[dD][89a-fA-F]..|.)/gs;

/**
 * JSON with well-formed texts: a lone surrogate, which a text column would replace and a JSON column reject,
 * becomes U+FFFD here. Bytes cannot encode one, only escapes can.
 */
export function wellFormedJson(json: string): string {
  if (!halfOfAPair.test(json)) return json;
  return json.replace(escapes, (found) => (found.length === halfLength ? '\\ufffd' : found));
}

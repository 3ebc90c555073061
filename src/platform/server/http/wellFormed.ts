const halfLength = '\\ud800'.length;
const halfOfAPair = /\\u[dD][89a-fA-F]/;
/** Both halves, one half, or any other escape: a backslash that is itself escaped begins none. */
const escapes = /\\(?:u[dD][89abAB]..\\u[dD][c-fC-F]|u[dD][89a-fA-F]..|.)/gs;

/**
 * JSON whose texts are whole: half a surrogate pair, which a text column takes as an unknown sign and a JSON column
 * refuses, becomes that sign here. Bytes cannot spell one, only escapes can.
 */
export function wellFormedJson(json: string): string {
  if (!halfOfAPair.test(json)) return json;
  return json.replace(escapes, (found) => (found.length === halfLength ? '\\ufffd' : found));
}

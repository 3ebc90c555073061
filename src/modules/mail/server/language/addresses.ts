/**
 * Addresses in what a template says. A mail program turns whatever looks like one into a link, so what is
 * looked for is what looks like one, not what a browser would accept.
 */

/** Private use characters stand for variables while a template is checked: U+E000 + index. */
export const placeholderPattern = /[\ue000-\uf8ff]/;

const looksLikeAddress = [
  // A scheme, `//host` and the backslashes that browsers read as slashes.
  /:\/|\/\/|\\/,
  /^[^\p{L}]*(?:(?:javascript|vbscript|data|blob|file|mailto|tel|sms):|www\.\w)/iu,
  // A name with a dot and an ending of letters: example.com, also in an e-mail address.
  /[\p{L}\p{N}\p{Co}-]\.(?:\p{L}{2}|xn--)/u,
  /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/,
];

/** The first thing in a text that a mail program may take for an address, as it is written; null: none. */
export function findAddress(text: string): string | null {
  return chunksOf(text).find((chunk) => isAddress(normal(chunk))) ?? null;
}

const isAddress = (chunk: string) => looksLikeAddress.some((pattern) => pattern.test(chunk));

/** Full-width letters, other dots and characters without width lead to the same address. */
const normal = (chunk: string) =>
  chunk
    .normalize('NFKC')
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/[\p{Cf}\p{Mn}]/gu, '');

const chunksOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** An address of one piece that leads to another site over TLS and hides nothing: no user name, no escapes of the host. */
export function isPlainHttps(address: string): boolean {
  if (!/^https:\/\/[a-z0-9]/i.test(address) || /[\\\s\p{C}]/u.test(address)) return false;
  const url = URL.parse(address);
  return url !== null && !url.username && !url.password && url.hostname.includes('.');
}

/**
 * What is wrong with the addresses of a text that may name other sites; null: nothing. No variable is a part
 * of an address, or a click would carry its value to whoever owns the site.
 */
export function findBadAddress(text: string): string | null {
  for (const chunk of chunksOf(text)) {
    const plain = normal(chunk);
    if (!isAddress(plain)) continue;
    if (placeholderPattern.test(chunk)) return 'A variable cannot be part of a web address.';
    if (!/:\/|\/\/|\\|^\W*(?:javascript|vbscript|data|blob|file):/i.test(plain)) continue;
    const bare = withoutPunctuation(chunk);
    if (!isPlainHttps(bare)) return `${cut(chunk)} is not a plain https address.`;
  }
  return null;
}

/** What stands between the brackets and full stops around it; an expression would look at long ones again and again. */
function withoutPunctuation(chunk: string): string {
  const start = chunk.search(/\p{L}/u);
  let end = chunk.length;
  while (end > start && /[)\]}>"'.,;:!?]/.test(chunk.charAt(end - 1))) end -= 1;
  return chunk.slice(Math.max(start, 0), end);
}

/** A value in which a mail program finds nothing to link. */
export const withoutLinks = (value: string) =>
  value.replace(/[\s\p{C}]+/gu, ' ').replace(/([.:/\\@\u3002\uff0e\uff61])(?=\S)/gu, '$1 ');

export const cut = (words: string) => (words.length > 60 ? `${words.slice(0, 60)}…` : words);

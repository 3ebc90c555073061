/**
 * Finds web addresses in templates. Email clients turn anything that looks like one into a link, so this looks
 * for lookalikes, not only for what a browser would accept.
 */

/** Private use characters represent variables while a template is checked: U+E000 + index. */
export const placeholderPattern = /[\ue000-\uf8ff]/;

const looksLikeAddress = [
  // A scheme, `//host` and the backslashes that browsers read as slashes.
  /:\/|\/\/|\\/,
  /^[^\p{L}]*(?:(?:javascript|vbscript|data|blob|file|mailto|tel|sms):|www\.\w)/iu,
  // A name with a dot and an ending of letters: example.com, also in an email address.
  /[\p{L}\p{N}\p{Co}-]\.(?:\p{L}{2}|xn--)/u,
  /\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}/,
];

/** The first chunk that an email client may turn into a link, as written; null: none. */
export function findAddress(text: string): string | null {
  return chunksOf(text).find((chunk) => isAddress(normalized(chunk))) ?? null;
}

const isAddress = (chunk: string) => looksLikeAddress.some((pattern) => pattern.test(chunk));

/** Full-width letters, other dots and zero-width characters resolve to the same address. */
const normalized = (chunk: string) =>
  chunk
    .normalize('NFKC')
    .replace(/[\u3002\uff61]/g, '.')
    .replace(/[\p{Cf}\p{Mn}]/gu, '');

const chunksOf = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** A single https URL that hides nothing: no user name, no escapes in the host. */
export function isPlainHttps(address: string): boolean {
  if (!/^https:\/\/[a-z0-9]/i.test(address) || /[\\\s\p{C}]/u.test(address)) return false;
  const url = URL.parse(address);
  return url !== null && !url.username && !url.password && url.hostname.includes('.');
}

/**
 * The problem with the addresses of a text that may link to other sites; null: none. A variable must not be part
 * of an address, or a click would send its value to the owner of the site.
 */
export function findBadAddress(text: string): string | null {
  for (const chunk of chunksOf(text)) {
    const plain = normalized(chunk);
    if (!isAddress(plain)) continue;
    if (placeholderPattern.test(chunk)) return 'A variable can’t be part of a web address.';
    if (!/:\/|\/\/|\\|^\W*(?:javascript|vbscript|data|blob|file):/i.test(plain)) continue;
    const bare = withoutPunctuation(chunk);
    if (!isPlainHttps(bare)) return `${cut(chunk)} isn’t a plain https address.`;
  }
  return null;
}

/** Strips surrounding brackets and punctuation; a regular expression could backtrack on long input. */
function withoutPunctuation(chunk: string): string {
  const start = chunk.search(/\p{L}/u);
  let end = chunk.length;
  while (end > start && /[)\]}>"'.,;:!?]/.test(chunk.charAt(end - 1))) end -= 1;
  return chunk.slice(Math.max(start, 0), end);
}

/** The value with nothing that an email client would turn into a link. */
export const withoutLinks = (value: string) =>
  value.replace(/[\s\p{C}]+/gu, ' ').replace(/([.:/\\@\u3002\uff0e\uff61])(?=\S)/gu, '$1 ');

export const cut = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

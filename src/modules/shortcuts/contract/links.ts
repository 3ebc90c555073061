/** Control, whitespace and invisible characters, which no valid URL contains. */
const hidden = /[\p{Cc}\p{Cf}\p{Z}\s\\]/u;

export const linkRule = 'Enter a URL that starts with https://, http:// or mailto:';

/**
 * Whether a shortcut may link to this URL. Decided by how a browser parses it, not by its prefix: a browser
 * runs `java\nscript:` as a script, treats `https:\\host` as a host, and ignores anything before an @.
 */
export function isSafeLink(text: string): boolean {
  if (hidden.test(text) || !URL.canParse(text)) return false;
  const { protocol, username, password, hostname } = new URL(text);
  if (protocol === 'mailto:') return /^mailto:[^@?]+@[^@?]+(\?|$)/i.test(text);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  return (
    hostname !== '' &&
    !username &&
    !password &&
    /^https?:\/\/[^/]/i.test(text) &&
    !/^[^/]*\/\/[^/?#]*@/.test(text)
  );
}

/** Whether it is a path on this server, not a protocol-relative URL (`//host`). */
export function isOwnPath(text: string): boolean {
  return /^\/(?!\/)/.test(text) && !hidden.test(text) && URL.canParse(text, 'https://own.invalid');
}

export const backgroundRule =
  'Enter a URL that starts with https:// or http://, or a path that starts with /';

/** Whether a background image may be loaded from this URL or path. */
export function isBackgroundAddress(text: string): boolean {
  return isOwnPath(text) || (isSafeLink(text) && !/^mailto:/i.test(text));
}

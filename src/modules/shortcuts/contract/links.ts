/** What a link or the address of a picture may have no use for: controls, blanks, and signs one cannot see. */
const hidden = /[\p{Cc}\p{Cf}\p{Z}\s\\]/u;

export const linkRule = 'Please enter an address that begins with https://, http:// or mailto:';

/**
 * Whether a shortcut may lead there. Decided by what a browser would make of it, not by how it begins: to
 * a browser `java\nscript:` is a script, `https:\\host` a host, and what stands before an @ nothing at all.
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

/** Whether it is a path of this house, and no host in disguise (`//host`). */
export function isOwnPath(text: string): boolean {
  return /^\/(?!\/)/.test(text) && !hidden.test(text) && URL.canParse(text, 'https://own.invalid');
}

export const backgroundRule =
  'Please enter an address that begins with https:// or http://, or a path that begins with /';

/** Whether a picture behind the dashboard may be had from there. */
export function isBackgroundAddress(text: string): boolean {
  return isOwnPath(text) || (isSafeLink(text) && !/^mailto:/i.test(text));
}

const link = /^\[([^[\]\n]{1,1000})\]\(((?:[^\s()<>"]|\([^\s()<>"]{0,500}\)){1,4000})\)/;
const allowed = new Set(['http:', 'https:', 'mailto:']);
const hostname = /^\s*(?:https?:\/\/)?((?:[\p{L}\p{N}-]+\.)+\p{L}{2,})(?:[/:?#\s]|$)/iu;

/** `[text](url)` at the start of `src`, if the URL is allowed and the text does not disguise it. */
export function takeLink(src: string): { raw: string; text: string; href: string } | undefined {
  const [raw, text = '', address = ''] = link.exec(src) ?? [];
  if (!raw || !text.trim()) return undefined;
  const url = safeUrl(address);
  return url && !misleads(text, url) ? { raw, text, href: url.href } : undefined;
}

function safeUrl(address: string): URL | null {
  // Browsers drop control characters from URLs; a URL with them hides something.
  if (!/^(?:https?:\/\/|mailto:)/i.test(address) || /[\p{Cc}\p{Cf}]/u.test(address)) return null;
  const url = URL.parse(address);
  if (!url || !allowed.has(url.protocol)) return null;
  return url.protocol === 'mailto:' || url.hostname ? url : null;
}

/** The text is itself a URL of another site. */
function misleads(text: string, url: URL): boolean {
  const [, host] = hostname.exec(text) ?? [];
  if (!host || url.protocol === 'mailto:') return false;
  const plain = (name: string) => name.toLowerCase().replace(/^www\./, '');
  return plain(URL.parse(`https://${host}`)?.hostname ?? host) !== plain(url.hostname);
}

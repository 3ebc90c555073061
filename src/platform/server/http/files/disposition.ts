/**
 * The Content-Disposition header (RFC 6266 and 5987). The name is untrusted: it must not end the header, lead to
 * another folder, or change the reading direction.
 */
export function dispositionOf(inline: boolean, name: string): string {
  const safe = name
    .toWellFormed()
    .replace(unsafe, '_')
    // Neither hidden nor the parent folder.
    .replace(/^\.+/, '_');
  const plain = safe.replace(/[^ -~]/gu, '_').replace(/["%]/g, '_');
  const encoded = encodeURIComponent(safe).replace(/['()*]/g, percent);
  return `${inline ? 'inline' : 'attachment'}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

// Controls, bidirectional formatting, and path separators.
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u2028\u2029/\\:*?<>|]/gu;
const percent = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

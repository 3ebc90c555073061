import { createHash } from 'node:crypto';
import type { Picture } from '../../../../platform/contract/endpoint.ts';

// The same hues and hash as where the browser draws initials.
const hues = [18, 55, 95, 150, 195, 235, 280, 330];

/** A person's initials on their color. */
export function drawInitials(firstName: string, lastName: string): Picture {
  const hue = hueOf(`${firstName} ${lastName}`);
  const initials = [firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('');
  // Images follow the color scheme of the page.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="256" height="256">
<style>rect{fill:oklch(0.92 0.035 ${hue})}text{fill:oklch(0.4 0.09 ${hue})}
@media(prefers-color-scheme:dark){rect{fill:oklch(0.37 0.045 ${hue})}text{fill:oklch(0.92 0.04 ${hue})}}</style>
<rect width="64" height="64"/>
<text x="32" y="33" font-family="Inter, system-ui, sans-serif" font-size="25" font-weight="500"
 text-anchor="middle" dominant-baseline="central">${escapeText(initials.toUpperCase())}</text>
</svg>
`;
  const etag = createHash('sha256').update(svg).digest('base64url').slice(0, 22);
  return { mediaType: 'image/svg+xml', bytes: Buffer.from(svg), etag };
}

function hueOf(name: string): number {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hues[sum % hues.length] ?? 0;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '');

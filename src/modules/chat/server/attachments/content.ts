import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer } from 'file-type';
import type { Platform } from '../../../../platform/server/platform.ts';

type Storage = Platform['storage'];

const headBytes = 64 * 1024;

/** What a file is by its content; its name and what the sender said of it are not asked. */
export async function typeOf(storage: Storage, key: string): Promise<string> {
  const head = await buffer(await storage.open(key, { start: 0, end: headBytes - 1 }));
  const found = (await fileTypeFromBuffer(head))?.mime.split(';')[0];
  const type = found && (sameAs[found] ?? found);
  if (!(await isText(storage, key))) return type ?? 'application/octet-stream';
  // Two letters suffice for some signatures: a list that begins with `BMW` is no bitmap.
  const binary = !type || /^(image|audio|video)\//.test(type);
  return markupOf(head) ?? (binary ? 'text/plain' : type);
}

const sameAs: Record<string, string> = {
  'image/apng': 'image/png',
  'audio/x-m4a': 'audio/mp4',
  'audio/vnd.wave': 'audio/wav',
};

async function isText(storage: Storage, key: string): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of await storage.open(key)) {
      if (chunk.includes(0)) return false;
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Text that a browser might run, if it were let. */
function markupOf(head: Buffer): string | undefined {
  const text = head.toString('utf8').replace(/^\ufeff?\s*/, '');
  if (/<svg[\s>:]/i.test(text)) return 'image/svg+xml';
  if (
    /<(!doctype\s+html|html|head|body|script|iframe|object|embed|img|meta|style)[\s>/]/i.test(text)
  )
    return 'text/html';
  return /^<(\?xml|!)/i.test(text) ? 'application/xml' : undefined;
}

const shown = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'audio/mp4',
  'audio/webm',
  'audio/ogg',
  'audio/mpeg',
  'audio/wav',
  'application/pdf',
  'text/plain',
]);

/** Whether a browser may show such a file rather than save it; a picture only if we could read it too. */
export function isShown(file: { mime_type: string; width: number | null; name: string }): boolean {
  const { mime_type: type, width, name } = file;
  if (type.startsWith('image/')) return width !== null && shown.has(type);
  // A name proves nothing, but it may warn.
  return shown.has(type) && !(type === 'text/plain' && namesMarkup.test(name));
}

const namesMarkup = /\.(svgz?|[xs]?html?|xht|mht|xml)\s*$/i;

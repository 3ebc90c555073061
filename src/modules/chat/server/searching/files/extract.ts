import { buffer } from 'node:stream/consumers';
import type { Platform } from '../../../../../platform/server/platform.ts';
import { readPdf } from './pdf.ts';

type Storage = Platform['storage'];

/** Of one file; what comes after it is not found. */
const maxBytes = 200_000;
/** A larger PDF is pictures rather than text. */
const maxPdfBytes = 25 * 1024 * 1024;

interface Readable {
  mimeType: string;
  size: number;
}

/** Whether a file may have words that we can read: by its content's type, which is never taken from a name. */
export function isReadable({ mimeType, size }: Readable): boolean {
  if (mimeType === 'application/pdf') return size <= maxPdfBytes;
  return isText(mimeType);
}

const isText = (type: string) =>
  /^(text\/|application\/(json|xml|x-ndjson|yaml|sql)\b)/.test(type) || type === 'message/rfc822';

/** What a file says, or nothing where it cannot be read. Rejects only when the storage does. */
export async function extractText(
  storage: Storage,
  file: { storageKey: string; mimeType: string },
): Promise<string> {
  if (file.mimeType === 'application/pdf') {
    const bytes = await buffer(await storage.open(file.storageKey));
    return clean(await readPdf(bytes, maxBytes));
  }
  const bytes = await buffer(await storage.open(file.storageKey, { start: 0, end: maxBytes - 1 }));
  const text = bytes.toString('utf8');
  return clean(/(html|xml)$/.test(file.mimeType) ? text.replace(/<[^>]*>/g, ' ') : text);
}

/** As the database can keep it; a character cut in two at the end is dropped. */
const clean = (text: string) =>
  text
    .toWellFormed()
    .replace(/\ufffd+$/, '')
    .replaceAll('\0', ' ')
    .slice(0, maxBytes)
    .toWellFormed();

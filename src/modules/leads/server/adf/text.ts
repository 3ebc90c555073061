import { finished } from 'node:stream/promises';
import { tooLarge } from '../../../../platform/server/errors.ts';
import type { IncomingFile } from '../../../../platform/server/http/files/upload.ts';
import { adfMaxBytes } from '../../contract/adf.ts';

export const commentsMaxLength = 4_000;

/** The first `max` characters. */
export const cut = (text: string, max: number): string => [...text].slice(0, max).join('');

const fallback = 'windows-1252';

/** The bytes of a message; throws `too_large`. */
export async function readBytes({ stream, sizeBytes }: IncomingFile): Promise<Buffer> {
  const refusal = () => tooLarge(`A message can have at most ${adfMaxBytes / 1024} KB.`);
  if (sizeBytes !== undefined && sizeBytes > adfMaxBytes) throw refusal();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > adfMaxBytes) throw refusal();
    chunks.push(chunk);
  }
  await finished(stream, { writable: false });
  return Buffer.concat(chunks);
}

function decode(bytes: Buffer, encoding: string, isFatal: boolean): string | null {
  try {
    return new TextDecoder(encoding, { fatal: isFatal }).decode(bytes);
  } catch {
    // Unknown or wrong encoding: the caller tries the next one.
    return null;
  }
}

/**
 * The text of a message in its declared encoding, else UTF-8, else Windows-1252; without NUL, which
 * PostgreSQL cannot store.
 */
export function textOf(bytes: Buffer, contentType: string): string {
  const head = bytes.subarray(0, 200).toString('latin1');
  const declared =
    /charset="?([\w.:-]+)/i.exec(contentType)?.[1] ??
    // Bounded: reads the first 200 bytes.
    /<\?xml[^>]*encoding=["']([\w.:-]+)/i.exec(head)?.[1];
  const text =
    (declared && decode(bytes, declared, true)) ??
    decode(bytes, 'utf-8', true) ??
    decode(bytes, fallback, false);
  return (text || '').replaceAll('\0', '');
}

/** The ADF document inside an email, from its first to its last tag. */
export function documentIn(text: string): { xml: string; line: number } | null {
  const start = text.search(/<\?xml|<\?adf|<!doctype|<adf[\s>]/i);
  const closing = [...text.matchAll(/<\/adf\s*>/gi)].at(-1);
  if (start < 0) return null;
  const end = closing ? closing.index + closing[0].length : text.length;
  const line = text.slice(0, start).split('\n').length;
  return { xml: text.slice(start, Math.max(end, start)), line };
}

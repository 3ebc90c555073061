import { fileTypeFromBuffer } from 'file-type';
import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';

const headBytes = 64 * 1024;

/** A file's type by its content; its name and the declared type are ignored. */
// biome-ignore lint/correctness/useYield: it only returns a result
export default async function* typeOf(input: Input): AsyncGenerator<never, string> {
  const head = await concat(input.read({ end: headBytes }));
  const found = (await fileTypeFromBuffer(head))?.mime.split(';')[0];
  const type = found && (sameAs[found] ?? found);
  if (!(await isText(input))) return type ?? 'application/octet-stream';
  // Some signatures are two letters: a text starting with `BMW` is not a bitmap.
  const binary = !type || /^(image|audio|video)\//.test(type);
  return markupOf(head) ?? (binary ? 'text/plain' : type);
}

const sameAs: Record<string, string> = {
  'image/apng': 'image/png',
  'audio/x-m4a': 'audio/mp4',
  'audio/vnd.wave': 'audio/wav',
};

async function isText(input: Input): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of input.read()) {
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

/** Text that a browser might execute. */
function markupOf(head: Buffer): string | undefined {
  const text = head.toString('utf8').replace(/^\ufeff?\s*/, '');
  if (/<svg[\s>:]/i.test(text)) return 'image/svg+xml';
  if (
    /<(!doctype\s+html|html|head|body|script|iframe|object|embed|img|meta|style)[\s>/]/i.test(text)
  )
    return 'text/html';
  return /^<(\?xml|!)/i.test(text) ? 'application/xml' : undefined;
}

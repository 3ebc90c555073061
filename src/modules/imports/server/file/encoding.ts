import type { encodings } from '../../contract.ts';

type KnownEncoding = (typeof encodings)[number];
type Encoding = Exclude<KnownEncoding, 'auto'>;

/** So much of a file is looked at to tell two bytes a letter from one. */
const lookAt = 4_096;

/**
 * How a file is written: as told, by its mark, by its empty bytes, as UTF-8 where all of it is that, and else
 * as Windows writes it in the West. Reads the whole file once, a piece at a time.
 */
export async function encodingOf(
  told: KnownEncoding,
  read: () => AsyncIterable<Buffer>,
): Promise<Encoding> {
  if (told !== 'auto') return told;
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let start = Buffer.alloc(0);
  let isUtf8 = true;
  for await (const piece of read()) {
    if (start.length < lookAt) start = Buffer.concat([start, piece]).subarray(0, lookAt);
    isUtf8 &&= decodes(utf8, piece);
  }
  isUtf8 &&= decodes(utf8);
  return byMark(start) ?? byZeros(start) ?? (isUtf8 ? 'utf-8' : 'windows-1252');
}

function decodes(decoder: TextDecoder, piece?: Buffer): boolean {
  try {
    decoder.decode(piece, { stream: piece !== undefined });
    return true;
  } catch {
    // It is not UTF-8: that is the answer.
    return false;
  }
}

function byMark(start: Buffer): Encoding | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined;
}

/** Without a mark every other byte of English in UTF-16 is still zero. */
function byZeros(start: Buffer): Encoding | undefined {
  let [even, odd] = [0, 0];
  for (let at = 0; at < start.length; at++) {
    if (start[at] === 0) at % 2 === 0 ? even++ : odd++;
  }
  const many = start.length / 4;
  if (odd > many && even < odd / 4) return 'utf-16le';
  return even > many && odd < even / 4 ? 'utf-16be' : undefined;
}

/** The text of a file, a piece at a time, without its mark. */
export async function* decode(
  pieces: AsyncIterable<Buffer>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Bytes inspected to recognize UTF-16. */
const sampleBytes = 4_096;

/**
 * The encoding of a text file: by its byte order mark, by its zero bytes, UTF-8 if all of it is valid, and otherwise
 * Windows-1252. Reads the file once, in chunks.
 */
export async function encodingOf(
  pieces: AsyncIterable<Buffer> | Iterable<Buffer>,
): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  let start = Buffer.alloc(0);
  let isUtf8 = true;
  for await (const piece of pieces) {
    if (start.length < sampleBytes) start = Buffer.concat([start, piece]).subarray(0, sampleBytes);
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
    // Not valid UTF-8.
    return false;
  }
}

function byMark(start: Buffer): Encoding | undefined {
  if (start[0] === 0xef && start[1] === 0xbb && start[2] === 0xbf) return 'utf-8';
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le';
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined;
}

/** Without a byte order mark, every other byte of English text in UTF-16 is still zero. */
function byZeros(start: Buffer): Encoding | undefined {
  let even = 0;
  let odd = 0;
  for (let at = 0; at < start.length; at++) {
    if (start[at] === 0) at % 2 === 0 ? even++ : odd++;
  }
  const many = start.length / 4;
  if (odd > many && even < odd / 4) return 'utf-16le';
  return even > many && odd < even / 4 ? 'utf-16be' : undefined;
}

/** The text of a file in chunks, without its byte order mark. */
export async function* decode(
  pieces: AsyncIterable<Buffer>,
  encoding: Encoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

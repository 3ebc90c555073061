/**
 * The bytes of a stream in chunks of `size`, of which only the last may be shorter; it is marked, and there is
 * always one. All share one buffer, so that a large file creates no garbage: a chunk is invalid once the next is
 * requested.
 */
export async function* inChunks(
  stream: AsyncIterable<Uint8Array | string>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  // Untouched pages take no memory, however large the buffer is.
  const bytes = Buffer.allocUnsafeSlow(size);
  let length = 0;
  for await (const piece of stream) {
    let rest = Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
    while (rest.length > 0) {
      // A full chunk waits for the next byte: until then it may be the last.
      if (length === size) {
        yield { bytes, isLast: false };
        length = 0;
      }
      const copied = rest.copy(bytes, length);
      length += copied;
      rest = rest.subarray(copied);
    }
  }
  yield { bytes: bytes.subarray(0, length), isLast: true };
}

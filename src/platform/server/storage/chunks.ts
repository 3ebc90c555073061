/**
 * The bytes of a stream in pieces of `size`, of which only the last may be shorter; it is marked, and
 * there is always one. All are the same memory, so that a large file leaves no garbage: a piece is gone
 * once the next is asked for.
 */
export async function* inChunks(
  stream: AsyncIterable<Uint8Array | string>,
  size: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  // What is not written to takes no memory, however large it is.
  const bytes = Buffer.allocUnsafeSlow(size);
  let length = 0;
  for await (const piece of stream) {
    let rest = Buffer.isBuffer(piece) ? piece : Buffer.from(piece);
    while (rest.length > 0) {
      // A full piece waits for the byte after it: until then it may be the last.
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

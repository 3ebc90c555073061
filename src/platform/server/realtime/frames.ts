/**
 * A text frame of RFC 6455 §5.2, which can be written to any number of sockets: a server's frames are not masked,
 * so one encoding serves every reader.
 */
export function encodeFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const header = Buffer.alloc(length < 126 ? 2 : length < 65_536 ? 4 : 10);
  header[0] = 0x81; // final fragment, text
  if (length < 126) {
    header[1] = length;
  } else if (length < 65_536) {
    header[1] = 126;
    header.writeUInt16BE(length, 2);
  } else {
    header[1] = 127;
    header.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([header, payload]);
}

export const encodeEvent = (type: string, data: unknown) =>
  encodeFrame(JSON.stringify({ type, data }));

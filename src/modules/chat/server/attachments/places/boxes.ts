/** A box of an MP4 or QuickTime file, by its header. */
export interface Box {
  /** Four characters, each one byte. */
  type: string;
  headerBytes: number;
  /** With its header; null: to the end of what it lies in. */
  sizeBytes: number | null;
}

const wideHeader = 16;

/** Reads the header at the beginning of the bytes: undefined where they are too few, null where it can be none. */
export function readBox(bytes: Buffer): Box | null | undefined {
  if (bytes.length < 8) return undefined;
  const type = bytes.toString('latin1', 4, 8);
  const told = bytes.readUInt32BE(0);
  if (told === 0) return { type, headerBytes: 8, sizeBytes: null };
  if (told !== 1) return told < 8 ? null : { type, headerBytes: 8, sizeBytes: told };
  if (bytes.length < wideHeader) return undefined;
  const size = Number(bytes.readBigUInt64BE(8));
  return size < wideHeader ? null : { type, headerBytes: wideHeader, sizeBytes: size };
}

// The four numbers of the boxes XMP lies in, and a room of its own that some cameras use for it.
const xmp = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
export const idBytes = xmp.length;

/** Boxes that say where something was taken, or hold a picture that does. */
const locationBoxes = new Set([
  '\u00a9xyz',
  'loci',
  'XMP_',
  'GPS ',
  'gps ',
  'gps0',
  'CNTH',
  'xml ',
]);

/** `id`: what follows the header, of a box that has one of its own. */
export function holdsLocation({ type }: Box, id: Buffer): boolean {
  return locationBoxes.has(type) || (type === 'uuid' && id.subarray(0, idBytes).equals(xmp));
}

/** Makes the bytes of a whole box, or of its beginning, say nothing: players skip it, and nothing moves. */
export function blank(bytes: Buffer, { headerBytes }: Box): void {
  bytes.write('free', 4, 'latin1');
  bytes.fill(0, headerBytes);
}

/** A box header of an MP4 or QuickTime file. */
export interface Box {
  /** Four characters, each one byte. */
  type: string;
  headerBytes: number;
  /** Including the header; null: up to the end of the parent. */
  sizeBytes: number | null;
}

const wideHeader = 16;

/** Reads a box header: undefined if more bytes are needed, null if it is not one. */
export function readBox(bytes: Buffer): Box | null | undefined {
  if (bytes.length < 8) return undefined;
  const type = bytes.toString('latin1', 4, 8);
  const declaredSize = bytes.readUInt32BE(0);
  if (declaredSize === 0) return { type, headerBytes: 8, sizeBytes: null };
  if (declaredSize !== 1)
    return declaredSize < 8 ? null : { type, headerBytes: 8, sizeBytes: declaredSize };
  if (bytes.length < wideHeader) return undefined;
  const size = Number(bytes.readBigUInt64BE(8));
  return size < wideHeader ? null : { type, headerBytes: wideHeader, sizeBytes: size };
}

// The UUID of XMP boxes.
const xmp = Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex');
export const idBytes = xmp.length;

/** Boxes with a location, or with an image that may have one. */
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

/** `id`: the bytes after the header, for `uuid` boxes. */
export function holdsLocation({ type }: Box, id: Buffer): boolean {
  return locationBoxes.has(type) || (type === 'uuid' && id.subarray(0, idBytes).equals(xmp));
}

/** Turns a box, or its beginning, into a free one in place: players skip it, and no offset changes. */
export function blank(bytes: Buffer, { headerBytes }: Box): void {
  bytes.write('free', 4, 'latin1');
  bytes.fill(0, headerBytes);
}

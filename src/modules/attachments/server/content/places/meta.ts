import { type Box, blank, holdsLocation, readBox } from './boxes.ts';

/** Erases the location in a `meta` box in place: in own boxes, or in values with location keys. */
export function eraseFromMeta(bytes: Buffer, { headerBytes }: Box): void {
  const children = [...childrenOf(bytes, startOf(bytes, headerBytes))];
  const keys = children.filter(({ box }) => box.type === 'keys').flatMap(placeKeys);
  for (const child of children) {
    if (holdsLocation(child.box, child.bytes.subarray(child.box.headerBytes))) {
      blank(child.bytes, child.box);
    } else if (child.box.type === 'ilst') {
      eraseValues(child, new Set(keys));
    }
  }
}

export interface Child {
  box: Box;
  bytes: Buffer;
}

/** QuickTime's boxes follow directly, the standard's after four bytes. */
export function startOf(bytes: Buffer, headerBytes: number): number {
  const isBare = bytes.toString('latin1', headerBytes + 4, headerBytes + 8) === 'hdlr';
  return headerBytes + (isBare ? 0 : 4);
}

/** The boxes from `start` to the end, each with its bytes; stops at an invalid one. */
export function* childrenOf(bytes: Buffer, start: number): Generator<Child> {
  let at = start;
  while (at < bytes.length) {
    const rest = bytes.subarray(at);
    const box = readBox(rest);
    if (!box) return;
    const size = Math.min(box.sizeBytes ?? rest.length, rest.length);
    yield { box, bytes: rest.subarray(0, size) };
    at += size;
  }
}

const locationKey = /location|gps|geo|iso6709/i;
const keyHeader = 8;

/** The one-based numbers of location keys. */
function placeKeys({ box, bytes }: Child): number[] {
  const found: number[] = [];
  let at = box.headerBytes + 8;
  for (let number = 1; at + keyHeader <= bytes.length; number++) {
    const size = bytes.readUInt32BE(at);
    if (size < keyHeader) break;
    if (locationKey.test(bytes.toString('latin1', at + keyHeader, at + size))) found.push(number);
    at += size;
  }
  return found;
}

function eraseValues({ box, bytes }: Child, keys: ReadonlySet<number>): void {
  for (const value of childrenOf(bytes, box.headerBytes)) {
    const number = value.bytes.readUInt32BE(4);
    if (keys.has(number) || holdsLocation(value.box, Buffer.alloc(0)))
      blank(value.bytes, value.box);
  }
}

import zlib from 'node:zlib';

const namesAreUtf8 = 0x0800;
const deflated = 8;
const stored = 0;
/** The earliest date of the format: 1 January 1980. */
const firstDay = 0x21;

/** A ZIP of these files, by path: text is deflated, bytes are stored as they are. */
export function zipOf(entries: Record<string, string | Buffer>): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(entries)) {
    const name = Buffer.from(path);
    const bytes = Buffer.from(content);
    const isText = typeof content === 'string';
    const body = isText ? zlib.deflateRawSync(bytes) : bytes;

    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(namesAreUtf8, 2);
    facts.writeUInt16LE(isText ? deflated : stored, 4);
    facts.writeUInt16LE(firstDay, 8);
    facts.writeUInt32LE(zlib.crc32(bytes), 10);
    facts.writeUInt32LE(body.length, 14);
    facts.writeUInt32LE(bytes.length, 18);
    facts.writeUInt16LE(name.length, 22);
    files.push(Buffer.from('PK\x03\x04', 'latin1'), facts, name, body);

    const where = Buffer.alloc(14);
    where.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, where, name);
    offset += 4 + facts.length + name.length + body.length;
  }
  const listing = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(entries).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(listing.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, listing, Buffer.from('PK\x05\x06', 'latin1'), end]);
}

import { createDecipheriv, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sealedFiles } from '../sealed/files.ts';
import * as format from '../sealed/format.ts';
import type { Files } from '../storage.ts';
import { newKey, secretsOf, streamOf } from './engines.ts';

/** A folder in memory, and the bytes stored in it. */
function createMemoryFolder() {
  const stored = new Map<string, Buffer>();
  const files: Files = {
    async put(key, stream) {
      const bytes = await buffer(stream);
      stored.set(key, bytes);
      return { sizeBytes: bytes.length };
    },
    async open(key, { start = 0, end = Number.POSITIVE_INFINITY } = {}) {
      return Readable.from([stored.get(key)?.subarray(start, end + 1) ?? Buffer.alloc(0)]);
    },
    async stat(key) {
      const bytes = stored.get(key);
      return bytes ? { sizeBytes: bytes.length } : null;
    },
    delete: async (key) => void stored.delete(key),
    async *list() {},
  };
  return { stored, files };
}

const chunk = format.chunkBytes;
const damaged = { code: 'unavailable', message: expect.stringMatching(/can’t be read/) };
const plain = randomBytes(3 * chunk + 100);

async function storeSealed(bytes = plain) {
  const { stored, files } = createMemoryFolder();
  const secrets = secretsOf();
  const key = newKey();
  await sealedFiles(files, 'hr-files', secrets).put(key, streamOf(bytes));
  const read = (changed: Buffer, range = {}) => {
    stored.set(key, changed);
    return sealedFiles(files, 'hr-files', secrets)
      .open(key, range)
      .then((stream) => buffer(stream));
  };
  return { key, secrets, stored, files, sealed: stored.get(key) ?? Buffer.alloc(0), read };
}

/** The header, then each chunk as stored. */
function partsOf(sealed: Buffer): Buffer[] {
  const parts = [sealed.subarray(0, format.headerBytes)];
  for (let at = format.headerBytes; at < sealed.length; at += format.sealedChunkBytes) {
    parts.push(sealed.subarray(at, at + format.sealedChunkBytes));
  }
  return parts;
}

describe('the format', () => {
  const file = { key: Buffer.alloc(32, 1), prefix: Buffer.alloc(7, 2) };

  // Made with `cryptography` 48 for Python: an independent implementation, the same bytes.
  test.each([
    [{ number: 0, isLast: true }, '', '66286d477784149744597f5e58419af2'],
    [
      { number: 0, isLast: false },
      'Forecourt',
      'd5de2a4f7f1df42b994bdeb2a81d942affe3989502d279c254',
    ],
    [
      { number: 1, isLast: true },
      'Forecourt',
      '7295588317d195b73fd35383ad6792411844a9f537cf246466',
    ],
    [
      { number: 4294967295, isLast: true },
      'Forecourt',
      '7ed764841f10b84998cd1bdffed1490c7394017dcd594c7f6c',
    ],
  ])('of chunk %o is stable', (position, text, hex) => {
    const sealed = Buffer.concat(format.sealChunk(file, position, Buffer.from(text)));
    expect(sealed.toString('hex')).toBe(hex);
    expect(String(format.openChunk(file, position, sealed))).toBe(text);
  });

  test('has a header of 79 bytes that round-trips', () => {
    const header = { keyId: randomBytes(8), wrapped: randomBytes(60), prefix: randomBytes(7) };
    const bytes = format.writeHeader(header);
    expect(bytes.subarray(0, 4).toString()).toBe('FCF1');
    expect([bytes.length, format.headerBytes]).toEqual([79, 79]);
    expect(format.readHeader(bytes)).toEqual(header);
    expect(format.readHeader(bytes.subarray(1))).toBeNull();
    expect(format.readHeader(Buffer.concat([Buffer.from('FCF2'), bytes.subarray(4)]))).toBeNull();
  });

  test('can be decrypted with the key and this description alone', async () => {
    const { sealed, secrets, key } = await storeSealed(plain.subarray(0, 10));
    const wrapped = {
      keyId: sealed.subarray(4, 12).toString('hex'),
      wrappedKey: sealed.subarray(12, 72).toString('base64'),
    };
    const own = secrets.unwrap(wrapped, `file:hr-files/${key}`);
    const nonce = Buffer.concat([sealed.subarray(72, 79), Buffer.from([0, 0, 0, 0, 1])]);
    const decipher = createDecipheriv('aes-256-gcm', own, nonce);
    decipher.setAuthTag(sealed.subarray(-16));
    const opened = decipher.update(sealed.subarray(79, -16));
    decipher.final();
    expect(opened.equals(plain.subarray(0, 10))).toBe(true);
  });

  test('has lengths that determine the plaintext length, and impossible ones', () => {
    fc.assert(
      fc.property(fc.nat({ max: 2 ** 42 }), (size) => {
        expect(format.plainSize(format.sealedSize(size))).toBe(size);
      }),
    );
    const lengths = new Set(
      Array.from({ length: 3 * chunk }, (_, size) => format.sealedSize(size)),
    );
    for (let length = 0; length < format.sealedSize(2 * chunk); length += 1) {
      if (!lengths.has(length)) expect([length, format.plainSize(length)]).toEqual([length, null]);
    }
  });

  test('has a maximum', () => {
    const position = { number: 2 ** 32, isLast: true };
    expect(() => format.sealChunk(file, position, plain)).toThrow(/too long/);
  });
});

test('stored data comes back, completely and in every range', async () => {
  const sizes = fc.oneof(
    fc.nat({ max: 200 }),
    fc
      .tuple(fc.nat({ max: 3 }), fc.integer({ min: -2, max: 2 }))
      .map(([n, off]) => Math.max(0, n * chunk + off)),
  );
  await fc.assert(
    fc.asyncProperty(
      sizes,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 1, max: 90_000 }),
      async (size, a, b, piece) => {
        const { files, stored } = createMemoryFolder();
        const sealed = sealedFiles(files, 'hr-files', secretsOf());
        const key = newKey();
        const bytes = plain.subarray(0, size);
        expect(await sealed.put(key, streamOf(bytes, piece))).toEqual({ sizeBytes: size });
        expect(stored.get(key)).toHaveLength(format.sealedSize(size));
        expect(await sealed.stat(key)).toEqual({ sizeBytes: size });
        expect((await buffer(await sealed.open(key))).equals(bytes)).toBe(true);
        const [start = 0, end = 0] = [a % (size + 1), b % (size + 1)].sort((x, y) => x - y);
        const part = await buffer(await sealed.open(key, { start, end }));
        expect(part.equals(bytes.subarray(start, end + 1))).toBe(true);
      },
    ),
    { numRuns: 60 },
  );
});

describe('the stored file', () => {
  test('reveals nothing of its contents, and differs each time', async () => {
    const text = Buffer.from('Her number is 4111 1111 1111 1111. '.repeat(200));
    const [one, other] = [await storeSealed(text), await storeSealed(text)];
    expect(one.sealed.includes('4111')).toBe(false);
    expect(one.sealed.subarray(79).equals(other.sealed.subarray(79))).toBe(false);
  });

  test('is rejected with any changed bit', async () => {
    const { sealed, read } = await storeSealed(plain.subarray(0, chunk + 50));
    expect(await read(sealed)).toHaveLength(chunk + 50);
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: sealed.length - 1 }), fc.nat({ max: 7 }), async (at, bit) => {
        const changed = Buffer.from(sealed);
        changed[at] = (changed[at] ?? 0) ^ (1 << bit);
        await expect(read(changed)).rejects.toMatchObject({ code: 'unavailable' });
      }),
      {
        numRuns: 60,
        examples: [
          [0, 0],
          [5, 0],
          [13, 1],
          [73, 2],
          [79, 3],
          [sealed.length - 1, 7],
        ],
      },
    );
  });

  test('is rejected when truncated anywhere, before a single byte is returned', async () => {
    const { sealed, read } = await storeSealed();
    const ends = [0, 1, 78, 79, 80, 95, 79 + 16, sealed.length - 1, sealed.length - 116];
    const chunks = [1, 2, 3].map((n) => 79 + n * format.sealedChunkBytes);
    for (const end of [...ends, ...chunks]) {
      await expect(read(sealed.subarray(0, end))).rejects.toMatchObject(damaged);
      await expect(read(sealed.subarray(0, end), { start: 0, end: 0 })).rejects.toMatchObject(
        damaged,
      );
    }
  });

  test('is rejected when chunks are swapped, repeated, removed or added', async () => {
    const { sealed, read } = await storeSealed();
    const [head, a, b, c, last] = partsOf(sealed) as [Buffer, Buffer, Buffer, Buffer, Buffer];
    const orders = [
      [head, b, a, c, last],
      [head, a, a, c, last],
      [head, a, c, last],
      [head, a, b, c, c, last],
      [head, last],
      [head, a, b, c, last, Buffer.alloc(20)],
    ];
    for (const order of orders) {
      await expect(read(Buffer.concat(order))).rejects.toMatchObject(damaged);
    }
    expect((await read(Buffer.concat([head, a, b, c, last]))).equals(plain)).toBe(true);
  });

  test('cannot be decrypted in another place: not as another file, nor in another folder', async () => {
    const { sealed, stored, files, secrets, key } = await storeSealed();
    const other = newKey();
    stored.set(other, sealed);
    const otherKey = sealedFiles(files, 'hr-files', secrets).open(other);
    await expect(otherKey).rejects.toMatchObject(damaged);
    const otherFolder = sealedFiles(files, 'sales-documents', secrets).open(key);
    await expect(otherFolder).rejects.toMatchObject(damaged);
  });

  test('returns no unauthenticated part, but the parts before it', async () => {
    const { sealed, read } = await storeSealed();
    const changed = Buffer.from(sealed);
    const at = 79 + 2 * format.sealedChunkBytes + 7;
    changed[at] = (changed[at] ?? 0) ^ 1;
    const before = await read(changed, { start: 10, end: 2 * chunk - 1 });
    expect(before.equals(plain.subarray(10, 2 * chunk))).toBe(true);
    await expect(read(changed, { start: 0, end: 2 * chunk })).rejects.toMatchObject(damaged);
  });
});

test('a new key comes first, and what older ones wrapped stays readable while they are kept', async () => {
  const { files } = createMemoryFolder();
  const [old, fresh] = [randomBytes(32), randomBytes(32)];
  const key = newKey();
  await sealedFiles(files, 'hr-files', secretsOf(old)).put(key, streamOf(plain));
  const rotated = sealedFiles(files, 'hr-files', secretsOf(fresh, old));
  expect((await buffer(await rotated.open(key))).equals(plain)).toBe(true);
  const newer = newKey();
  await rotated.put(newer, streamOf(plain));
  const lost = sealedFiles(files, 'hr-files', secretsOf(fresh));
  expect((await buffer(await lost.open(newer))).equals(plain)).toBe(true);
  await expect(lost.open(key)).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/its encryption key is missing on this server/),
  });
});

import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AppError } from '../../errors.ts';
import { readKeys } from '../keys.ts';
import { createSecrets, type Sealed } from '../secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = path.join(await fs.mkdtemp(path.join(os.tmpdir(), 'forecourt-keys-')), 'keys');
});
afterEach(() => fs.rm(path.dirname(folder), { recursive: true, force: true }));

const freshKey = () => randomBytes(32).toString('base64');
const secretsOf = async (...keys: string[]) => createSecrets(await readKeys(keys, folder));
const refusalOf = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    return error instanceof AppError ? error.code : error;
  }
  return null;
};

describe('an encrypted value', () => {
  test('decrypts in its context, and differs each time', async () => {
    const secrets = await secretsOf(freshKey());
    const [one, other] = [
      secrets.seal('Ünïcode 🔑', 'slip:1'),
      secrets.seal('Ünïcode 🔑', 'slip:1'),
    ];
    expect(secrets.open(one, 'slip:1')).toBe('Ünïcode 🔑');
    expect(one.box).not.toBe(other.box);
    expect(one.wrappedKey).not.toBe(other.wrappedKey);
    expect(JSON.stringify(one)).not.toContain('code');
    expect(secrets.open(secrets.seal('', 'slip:2'), 'slip:2')).toBe('');
  });

  test('does not decrypt in another context, or with a changed bit', async () => {
    const secrets = await secretsOf(freshKey());
    const sealed = secrets.seal('Her number', 'slip:1');
    expect(refusalOf(() => secrets.open(sealed, 'slip:2'))).toBe('unavailable');
    for (const field of ['wrappedKey', 'box'] as const) {
      const bytes = Buffer.from(sealed[field], 'base64');
      for (const offset of [0, 12, bytes.length - 1]) {
        const changed = Buffer.from(bytes);
        changed[offset] = (changed[offset] ?? 0) ^ 1;
        const forged: Sealed = { ...sealed, [field]: changed.toString('base64') };
        expect(refusalOf(() => secrets.open(forged, 'slip:1'))).toBe('unavailable');
      }
      const cut: Sealed = { ...sealed, [field]: bytes.subarray(0, 10).toString('base64') };
      expect(refusalOf(() => secrets.open(cut, 'slip:1'))).toBe('unavailable');
    }
  });

  test('stays readable with a new current key, and fails with a message without its key', async () => {
    const [old, fresh] = [freshKey(), freshKey()];
    const sealed = (await secretsOf(old)).seal('Kept', 'slip:1');
    const rotated = await secretsOf(fresh, old);
    expect(rotated.open(sealed, 'slip:1')).toBe('Kept');
    expect(rotated.seal('New', 'slip:2').keyId).not.toBe(sealed.keyId);
    const lost = await secretsOf(fresh);
    expect(refusalOf(() => lost.open(sealed, 'slip:1'))).toBe('unavailable');
    expect(() => lost.open(sealed, 'slip:1')).toThrow(/its encryption key is missing/);
  });
});

describe('a generated key', () => {
  test('is created once, for the server’s account only', async () => {
    const sealed = (await secretsOf()).seal('Kept', 'slip:1');
    expect((await secretsOf()).open(sealed, 'slip:1')).toBe('Kept');
    const names = await fs.readdir(folder);
    expect(names).toHaveLength(1);
    const { mode } = await fs.stat(path.join(folder, names[0] ?? ''));
    expect(mode & 0o777).toBe(0o600);
    expect((await fs.stat(folder)).mode & 0o777).toBe(0o700);
  });

  test('can still decrypt after another key is configured', async () => {
    const sealed = (await secretsOf()).seal('Kept', 'slip:1');
    const configured = await secretsOf(freshKey());
    expect(configured.open(sealed, 'slip:1')).toBe('Kept');
    expect(configured.seal('New', 'slip:2').keyId).not.toBe(sealed.keyId);
  });

  test('is not regenerated over a truncated one: the start fails with a message', async () => {
    await fs.mkdir(folder);
    await fs.writeFile(path.join(folder, '2026.key'), 'c2hvcnQ=\n');
    await expect(secretsOf()).rejects.toThrow(/2026\.key is not a key: restore it from a backup/);
  });
});

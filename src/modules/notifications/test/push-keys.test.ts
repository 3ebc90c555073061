import { generateKeyPairSync } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { createPushKeys, preparePushKeys } from '../server/push/keys.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt({ database: 'empty' });
});
afterAll(() => forecourt.stop());

const stored = async () => {
  const { rows } = await sql<{ text: string; private_key: Buffer | null }>`
    select push_keys::text as text, private_key from push_keys`.execute(forecourt.platform.db);
  return rows[0];
};

test('the push signing key is encrypted in the database', async () => {
  const { db, secrets } = forecourt.platform;
  const { privateKey } = await createPushKeys(db, secrets)();
  const { d = '' } = privateKey.export({ format: 'jwk' });
  expect((await stored())?.private_key).toBeNull();
  expect((await stored())?.text).not.toContain(Buffer.from(d, 'base64url').toString('hex'));
});

test('an unencrypted key of an earlier version is encrypted at the next start and stays the same', async () => {
  const { db, secrets } = forecourt.platform;
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
  }).privateKey.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  const point = Buffer.concat([Buffer.of(4), bytes(x), bytes(y)]);
  await sql`update push_keys set public_key = ${point}, private_key = ${bytes(d)}, sealed_key = null`.execute(
    db,
  );
  await preparePushKeys(db, secrets);
  expect((await stored())?.private_key).toBeNull();
  const { publicKey, privateKey } = await createPushKeys(db, secrets)();
  expect(publicKey).toEqual(point);
  expect(privateKey.export({ format: 'jwk' }).d).toBe(d);
});

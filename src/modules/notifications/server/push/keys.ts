import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Secrets } from '../../../../platform/server/secrets/secrets.ts';
import type { NotificationTables } from '../tables.ts';

export interface PushKeys {
  /** An uncompressed point on P-256, as browsers expect it. */
  publicKey: Buffer;
  privateKey: KeyObject;
}

const context = 'push key';

/** Creates the key pair if missing, so that reading it writes nothing, and encrypts one of an earlier version. */
export async function preparePushKeys(
  db: Kysely<NotificationTables>,
  secrets: Secrets,
): Promise<void> {
  const { private_key } = (await findKeys(db)) ?? (await createKeys(db, secrets));
  if (!private_key) return;
  const sealed_key = JSON.stringify(secrets.seal(private_key.toString('base64'), context));
  await db
    .updateTable('push_keys')
    .set({ private_key: null, sealed_key })
    .where('private_key', 'is not', null)
    .execute();
}

/**
 * Returns the key pair that signs pushes. It is stored in the database, encrypted with the server's key: every
 * instance must sign with the key the browsers subscribed to, and losing it loses every subscription.
 */
export function createPushKeys(
  db: Kysely<NotificationTables>,
  secrets: Secrets,
): () => Promise<PushKeys> {
  let cached: Promise<PushKeys> | undefined;
  return () => {
    cached ??= loadKeys(db, secrets).catch((error) => {
      cached = undefined;
      throw error;
    });
    return cached;
  };
}

async function loadKeys(db: Kysely<NotificationTables>, secrets: Secrets): Promise<PushKeys> {
  const row = (await findKeys(db)) ?? (await createKeys(db, secrets));
  const bytes = row.sealed_key
    ? Buffer.from(secrets.open(row.sealed_key, context), 'base64')
    : (row.private_key ?? Buffer.alloc(0));
  const point = row.public_key;
  const key = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: bytes.toString('base64url'),
  };
  return { publicKey: point, privateKey: createPrivateKey({ key, format: 'jwk' }) };
}

const findKeys = (db: Kysely<NotificationTables>) =>
  db.selectFrom('push_keys').select(['public_key', 'private_key', 'sealed_key']).executeTakeFirst();

/** Of instances that start at the same time one creates the keys, and all read the same ones. */
async function createKeys(db: Kysely<NotificationTables>, secrets: Secrets) {
  const {
    x = '',
    y = '',
    d = '',
  } = generateKeyPairSync('ec', {
    namedCurve: 'prime256v1',
  }).privateKey.export({ format: 'jwk' });
  const bytes = (text: string) => Buffer.from(text, 'base64url');
  await db
    .insertInto('push_keys')
    .values({
      public_key: Buffer.concat([Buffer.of(4), bytes(x), bytes(y)]),
      private_key: null,
      sealed_key: JSON.stringify(secrets.seal(bytes(d).toString('base64'), context)),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await findKeys(db);
  if (!row) throw new Error('Failed to store the push keys');
  return row;
}

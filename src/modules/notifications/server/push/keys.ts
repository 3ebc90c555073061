import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Secrets } from '../../../../platform/server/secrets/secrets.ts';
import type { NotificationTables } from '../tables.ts';

export interface PushKeys {
  /** An uncompressed point on P-256, as browsers subscribe with it. */
  publicKey: Buffer;
  privateKey: KeyObject;
}

const context = 'push key';

/** Makes the key pair where there is none, so that whoever asks for it changes nothing, and seals one of before. */
export async function preparePushKeys(
  db: Kysely<NotificationTables>,
  secrets: Secrets,
): Promise<void> {
  const { private_key } = (await findKeys(db)) ?? (await makeKeys(db, secrets));
  if (!private_key) return;
  const sealed_key = JSON.stringify(secrets.seal(private_key.toString('base64'), context));
  await db
    .updateTable('push_keys')
    .set({ private_key: null, sealed_key })
    .where('private_key', 'is not', null)
    .execute();
}

/**
 * Answers the key pair that signs our pushes. It lives in the database, sealed with the server's key: every
 * instance must sign with the key the browsers subscribed to, and losing it loses every subscription.
 */
export function createPushKeys(
  db: Kysely<NotificationTables>,
  secrets: Secrets,
): () => Promise<PushKeys> {
  let known: Promise<PushKeys> | undefined;
  return () => {
    known ??= loadKeys(db, secrets).catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function loadKeys(db: Kysely<NotificationTables>, secrets: Secrets): Promise<PushKeys> {
  const row = (await findKeys(db)) ?? (await makeKeys(db, secrets));
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

/** Of instances that begin at the same moment one makes them, and all read the same. */
async function makeKeys(db: Kysely<NotificationTables>, secrets: Secrets) {
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
  if (!row) throw new Error('The keys that sign pushes were not kept');
  return row;
}

import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { NotificationTables } from '../tables.ts';

export interface PushKeys {
  /** An uncompressed point on P-256, as browsers subscribe with it. */
  publicKey: Buffer;
  privateKey: KeyObject;
}

/** Makes the key pair where there is none, so that whoever asks for it changes nothing. */
export async function preparePushKeys(db: Kysely<NotificationTables>): Promise<void> {
  if (!(await findKeys(db))) await makeKeys(db);
}

/**
 * Answers the key pair that signs our pushes. It lives in the database: every
 * instance must sign with the key the browsers subscribed to, and losing it loses every subscription.
 */
export function createPushKeys(db: Kysely<NotificationTables>): () => Promise<PushKeys> {
  let known: Promise<PushKeys> | undefined;
  return () => {
    known ??= loadKeys(db).catch((error) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function loadKeys(db: Kysely<NotificationTables>): Promise<PushKeys> {
  const row = (await findKeys(db)) ?? (await makeKeys(db));
  const point = row.public_key;
  const key = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: row.private_key.toString('base64url'),
  };
  return { publicKey: point, privateKey: createPrivateKey({ key, format: 'jwk' }) };
}

const findKeys = (db: Kysely<NotificationTables>) =>
  db.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst();

/** Of instances that begin at the same moment one makes them, and all read the same. */
async function makeKeys(db: Kysely<NotificationTables>) {
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
      private_key: bytes(d),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const row = await findKeys(db);
  if (!row) throw new Error('The keys that sign pushes were not kept');
  return row;
}

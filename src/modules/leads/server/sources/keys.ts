import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Store } from '../../../../platform/contract/access.ts';
import { forbidden, unauthenticated } from '../../../../platform/server/errors.ts';
import type { LeadType } from '../../contract/lead.ts';
import type { LeadsDb } from '../tables.ts';

const keyForm = /^fcl_[\w-]{43}$/;

export const createKey = () => `fcl_${randomBytes(32).toString('base64url')}`;
export const hashOf = (key: string) => createHash('sha256').update(key).digest();

export interface KnownSource {
  id: number;
  store: Store;
  type: LeadType;
  createdBy: number;
}

/**
 * The source of a key. Looked up by hash, so that timing reveals nothing about a key. Throws 401 for an unknown
 * key, 403 for an inactive source.
 */
export async function getSourceByKey(db: LeadsDb, key: string | undefined): Promise<KnownSource> {
  const refusal = () => unauthenticated('Send the key of a source as a bearer token.');
  if (key === undefined || !keyForm.test(key)) throw refusal();
  const hash = hashOf(key);
  const row = await db
    .selectFrom('lead_sources')
    .select(['id', 'store', 'type', 'key_hash', 'is_active', 'created_by'])
    .where('key_hash', '=', hash)
    .executeTakeFirst();
  if (!row?.key_hash || !timingSafeEqual(row.key_hash, hash)) throw refusal();
  if (!row.is_active) throw forbidden('This source no longer accepts leads.');
  return { id: row.id, store: row.store, type: row.type, createdBy: row.created_by };
}

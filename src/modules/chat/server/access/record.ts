import { type RawBuilder, sql } from 'kysely';
import type { Feature, Page, Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { RecordAccess } from '../../../records/server/public.ts';
import type { Side } from './person.ts';

interface AccessColumns {
  type: string;
  store: string | null;
  needs_page: string | null;
  needs_feature: string | null;
}

/** The access rule of a record channel's row. */
export function accessOf(row: AccessColumns): RecordAccess | undefined {
  if (row.type !== 'record') return undefined;
  return {
    store: row.store as Store | null,
    page: row.needs_page as Page | null,
    feature: row.needs_feature as Feature | null,
  };
}

/**
 * Restricts record channels to those whose record the person can see: the SQL form of the policy's `canSeeRecord`. The
 * person, the channel, or both may be columns.
 */
export function seenBy(
  person: Side<Pick<Actor, 'storeAccess' | 'pagePermissions' | 'featurePermissions'>>,
  channel: string,
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${channel}.${name}`);
  const store = column('store');
  const page = column('needs_page');
  const feature = column('needs_feature');
  return sql<boolean>`(coalesce(${page}, ${feature}) is not null
    and (${store} is null or ${person.storeAccess} && array[${store}, 'all'])
    and (${page} is null or ${person.pagePermissions} && array[${page}, 'all'])
    and (${feature} is null
      or ${person.featurePermissions} && array[${feature}, 'full_access', 'all']))`;
}

/** Restricts users `u` to those who can see the record of channel `c`. */
export const seesItsRecord = seenBy(
  {
    storeAccess: sql.ref('u.store_access'),
    pagePermissions: sql.ref('u.page_permissions'),
    featurePermissions: sql.ref('u.feature_permissions'),
  },
  'c',
);

import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { PeopleTables } from '../../../people/server/public.ts';
import { missingRightMessage } from '../accounts/permissions.ts';
import type { Tx } from '../acting/act.ts';
import { findRoleRefusal } from '../rules/policy.ts';
import { findMissingRights, noReach, noRights, settleRights } from '../rules/rights.ts';
import type { ReadAccount, RowError } from './rows.ts';

/** Errors of valid rows: missing permissions, or values that are already taken. */
export async function findRowConflicts(
  tx: Tx,
  doer: Actor,
  accounts: readonly ReadAccount[],
): Promise<RowError[]> {
  const taken = await findTaken(tx, accounts);
  const seen = new Map<string, number>();
  return accounts.flatMap((read) => [
    ...findForbidden(doer, read),
    ...uniqueFields(read).flatMap(({ field, key, sentence }): RowError[] => {
      if (taken.has(key)) return [{ row: read.row, field, error: sentence }];
      const earlier = seen.get(key);
      if (earlier === undefined) seen.set(key, read.row);
      if (earlier === undefined) return [];
      return [{ row: read.row, field, error: `The same as in row ${earlier}` }];
    }),
  ]);
}

function findForbidden(doer: Actor, { row, account }: ReadAccount): RowError[] {
  const role = findRoleRefusal(doer, account.role);
  if (role) return [{ row, field: 'role', error: role }];
  const { department } = account;
  const requested = { ...settleRights(noRights, account), department };
  const missing = findMissingRights(doer, noReach, requested);
  return missing ? [{ row, field: missing.field, error: missingRightMessage(missing) }] : [];
}

function uniqueFields({ account: { username, email, emrn } }: ReadAccount) {
  const fields = [
    {
      field: 'username',
      value: username.toLowerCase(),
      sentence: 'This username is already taken',
    },
    { field: 'email', value: email, sentence: 'This email address is already in use' },
    { field: 'emrn', value: emrn, sentence: 'This employee number is already in use' },
  ];
  return fields.flatMap(({ field, value, sentence }) =>
    value ? [{ field, key: `${field} ${value}`, sentence }] : [],
  );
}

async function findTaken(anyTx: Tx, accounts: readonly ReadAccount[]): Promise<Set<string>> {
  const tx: Kysely<PeopleTables> = anyTx;
  const all = <T>(of: (account: ReadAccount['account']) => T) =>
    accounts.map(({ account }) => of(account));
  const usernames = all(({ username }) => username.toLowerCase());
  const emails = all(({ email }) => email);
  const emrns = all(({ emrn }) => emrn ?? '');
  const rows = await tx
    .selectFrom('users')
    .select([
      'username',
      'emrn',
      // An unconfirmed address is free.
      sql<string | null>`case when email_confirmed_at is not null then email end`.as('email'),
    ])
    .where('deleted_at', 'is', null)
    .where(
      sql<boolean>`(lower(username) = any(${usernames}::text[]) or email = any(${emails}::text[])
        or emrn = any(${emrns}::text[]))`,
    )
    .execute();
  return new Set(
    rows.flatMap(({ username, email, emrn }) => [
      `username ${username.toLowerCase()}`,
      `email ${email}`,
      `emrn ${emrn}`,
    ]),
  );
}

import { type Kysely, sql } from 'kysely';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { describeUsers, type PeopleTables } from '../../people/server/public.ts';
import type * as calls from '../contract.ts';

/** All accounts: a review is about disabled accounts and bots too. */
export function reviewAccess(platform: Platform): Handler<typeof calls.reviewAccess> {
  const db: Kysely<PeopleTables> = platform.db;
  return async ({ query: { page, limit } }) => {
    const accounts = db.selectFrom('users').where('deleted_at', 'is', null);
    const [{ total }, rows] = await Promise.all([
      accounts.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
      accounts
        .selectAll()
        .orderBy(sql`lower(last_name), lower(first_name), id`)
        .limit(limit)
        .offset((page - 1) * limit)
        .execute(),
    ]);
    return { users: await describeUsers(platform, rows), total };
  };
}

/** Does not reserve the number: opening and closing a form uses none. */
export function proposeEmrn({ db }: Platform): Handler<typeof calls.proposeEmrn> {
  return async () => {
    const { rows } = await sql<{ emrn: string }>`
      select emrn from users_emrn_number counter,
        generate_series(counter.last_value + counter.is_called::integer, 999999) number,
        lateral (select 'EMP' || lpad(number::text, 6, '0') as emrn) candidate
      where not exists (select from users where users.emrn = candidate.emrn)
      limit 1`.execute(db);
    return { emrn: rows[0]?.emrn ?? '' };
  };
}

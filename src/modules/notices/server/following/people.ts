import { type RawBuilder, sql } from 'kysely';
import { readsChannel } from '../../../chat/server/public.ts';
import { describeUsers, findPeopleByIds, publicState } from '../../../people/server/public.ts';
import type { NoticePerson } from '../../contract.ts';
import type { NoticeServices } from '../services.ts';
import type { NoticeDb } from '../tables.ts';

export interface PersonRow {
  user_id: number;
  name: string;
  standing: NoticePerson['standing'];
  confirmed_at: Date | null;
  confirmed_from: string | null;
  reminded_at: Date | null;
  escalated_at: Date | null;
}

const standing: RawBuilder<NoticePerson['standing']> = sql`case
  when not u.is_active or u.deleted_at is not null then 'gone'
  when ${readsChannel} then 'here' else 'left' end`;

/** All recipients: outstanding first, then those who left, then those who confirmed. */
export async function listRows(db: NoticeDb, noticeId: string): Promise<PersonRow[]> {
  const { rows } = await sql<PersonRow>`
    select p.user_id, p.name, ${standing} as standing, p.confirmed_at, p.confirmed_from,
      p.reminded_at, p.escalated_at
    from notice_people p join notices n on n.id = p.notice_id
    join chat_channels c on c.id = n.channel_id join users u on u.id = p.user_id
    where p.notice_id = ${noticeId}
    order by p.confirmed_at is not null, ${standing} <> 'here', p.confirmed_at desc,
      lower(p.name), p.user_id`.execute(db);
  return rows;
}

export async function listPeople(
  { db, platform }: NoticeServices,
  noticeId: string,
): Promise<NoticePerson[]> {
  const rows = await listRows(db, noticeId);
  const records = await findPeopleByIds(
    db,
    rows.map(({ user_id }) => user_id),
  );
  const users = new Map((await describeUsers(platform, records)).map((user) => [user.id, user]));
  return rows.map((row) => {
    const user = users.get(row.user_id);
    return {
      userId: row.user_id,
      name: row.name,
      department: user?.department ?? null,
      stores: user?.storeAccess ?? [],
      status: user ? publicState(user).status : 'offline',
      standing: row.standing,
      ...timesOf(row),
    };
  });
}

export const timesOf = ({ confirmed_at, reminded_at, escalated_at }: PersonRow) => ({
  confirmedAt: confirmed_at?.toISOString() ?? null,
  remindedAt: reminded_at?.toISOString() ?? null,
  escalatedAt: escalated_at?.toISOString() ?? null,
});

import { type Kysely, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import type { NoteShare, setShares } from '../../contract.ts';
import type { NotesTables } from '../tables.ts';

type ShareInput = ValidOf<typeof setShares>['body']['shares'];

/** People first, then departments, then stores; without people whose account was deleted. */
export async function readShares(tx: Kysely<NotesTables>, noteId: string): Promise<NoteShare[]> {
  const rows = await tx
    .selectFrom('note_shares as s')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .select(['s.user_id', 's.department', 's.store', 's.can_edit', 'u.shown_name'])
    .where('s.note_id', '=', noteId)
    .where('u.deleted_at', 'is', null)
    .orderBy(sql`u.last_name, u.first_name, s.department, s.store, s.id`)
    .execute();
  return rows.map(
    ({ user_id: userId, department, store, can_edit: canEdit, shown_name: name }) => ({
      userId,
      department,
      store,
      canEdit,
      person: userId === null ? null : { id: userId, name: name ?? '' },
    }),
  );
}

/** Replaces the shares of a note. Throws `invalid` for a user who does not exist. */
export async function replaceShares(
  tx: Kysely<NotesTables>,
  noteId: string,
  ownerId: number,
  shares: ShareInput,
): Promise<void> {
  const distinct = [...new Map(shares.map((share) => [keyOf(share), share])).values()].filter(
    ({ userId }) => userId !== ownerId,
  );
  const userIds = distinct.flatMap(({ userId }) => userId ?? []);
  await assertUsersExist(tx, userIds);
  await tx.deleteFrom('note_shares').where('note_id', '=', noteId).execute();
  if (distinct.length === 0) return;
  await tx
    .insertInto('note_shares')
    .values(
      distinct.map(({ userId, department, store, canEdit }) => ({
        note_id: noteId,
        user_id: userId,
        department,
        store,
        can_edit: canEdit,
      })),
    )
    .execute();
}

/** People who are added again get the note back even if they left it before. */
export async function clearLeftMarks(
  tx: Kysely<NotesTables>,
  noteId: string,
  userIds: readonly number[],
): Promise<void> {
  await tx
    .updateTable('note_marks')
    .set({ has_left: false })
    .where('note_id', '=', noteId)
    .where('user_id', '=', sql<number>`any(${userIds}::integer[])`)
    .execute();
}

async function assertUsersExist(
  tx: Kysely<NotesTables>,
  userIds: readonly number[],
): Promise<void> {
  const existing = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<number>`any(${userIds}::integer[])`)
    .where('deleted_at', 'is', null)
    .where('pending', '=', false)
    .where(sql<boolean>`protection is distinct from 'system_bot'`)
    .execute();
  if (existing.length < userIds.length)
    throw invalid('Someone on this list no longer has an account.', { shares: 'Unknown person' });
}

export const keyOf = ({ userId, department, store }: ShareInput[number]): string =>
  `${userId}/${department}/${store}`;

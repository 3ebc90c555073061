import { type Kysely, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
import type { NoteShare, setShares } from '../../contract.ts';
import type { NotesTables } from '../tables.ts';

type Wanted = ValidOf<typeof setShares>['body']['shares'];

/** People first, then departments, then stores. */
export async function readShares(tx: Kysely<NotesTables>, noteId: string): Promise<NoteShare[]> {
  const rows = await tx
    .selectFrom('note_shares as s')
    .leftJoin('users as u', 'u.id', 's.user_id')
    .select(['s.user_id', 's.department', 's.store', 's.can_edit', 'u.first_name', 'u.last_name'])
    .where('s.note_id', '=', noteId)
    .orderBy(sql`u.last_name, u.first_name, s.department, s.store, s.id`)
    .execute();
  return rows.map(({ user_id: userId, department, store, can_edit: canEdit, ...name }) => ({
    ...{ userId, department, store, canEdit },
    person:
      userId === null
        ? null
        : { id: userId, firstName: name.first_name ?? '', lastName: name.last_name ?? '' },
  }));
}

/** Puts exactly these in place of the shares a note has. Throws `invalid` for somebody who is not there. */
export async function replaceShares(
  tx: Kysely<NotesTables>,
  noteId: string,
  ownerId: number,
  shares: Wanted,
): Promise<void> {
  const wanted = [...new Map(shares.map((share) => [keyOf(share), share])).values()].filter(
    ({ userId }) => userId !== ownerId,
  );
  const userIds = wanted.flatMap(({ userId }) => userId ?? []);
  await refuseStrangers(tx, userIds);
  await tx.deleteFrom('note_shares').where('note_id', '=', noteId).execute();
  if (wanted.length === 0) return;
  await tx
    .insertInto('note_shares')
    .values(
      wanted.map(({ userId, department, store, canEdit }) => ({
        ...{ note_id: noteId, user_id: userId, department, store },
        can_edit: canEdit,
      })),
    )
    .execute();
}

/** Whoever is named anew gets the note again, although they have left it before. */
export async function welcomeBack(
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

async function refuseStrangers(tx: Kysely<NotesTables>, userIds: readonly number[]): Promise<void> {
  const known = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', sql<number>`any(${userIds}::integer[])`)
    .where('deleted_at', 'is', null)
    .where('pending', '=', false)
    .where(sql<boolean>`protection is distinct from 'system_bot'`)
    .execute();
  if (known.length < userIds.length)
    throw invalid('Somebody in this list is no longer here.', { shares: 'Unknown person' });
}

export const keyOf = ({ userId, department, store }: Wanted[number]): string =>
  `${userId}/${department}/${store}`;

import { sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';
import type { HandoverSource } from '../../../platform/server/records/handover.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { notify, publishNotifications } from '../../notifications/server/public.ts';
import { findReaders, publishChange, publishGone } from './publish.ts';
import type { NotesDb } from './tables.ts';

interface Row {
  id: string;
  title: string;
  version: number;
  is_reader: boolean;
}

/**
 * Notes an employee has shared; only someone who reads one gets it. Those they kept for themselves are theirs alone.
 */
export function noteHandover(platform: Platform): HandoverSource {
  const db: NotesDb = platform.db;
  const find = async (from: NotesDb, userId: number, readerId: number, lock = sql``) => {
    const { rows } = await sql<Row>`
      select n.id, n.title, n.version, ${readerId} in (select r.id from users r
        where r.id = ${readerId} and exists (select from note_shares s where s.note_id = n.id and (
          s.user_id = r.id or s.department = r.department or s.store = any(r.store_access)
          or (s.store is not null and 'all' = any(r.store_access))))) as is_reader
      from notes n where n.owner_id = ${userId} and n.deleted_at is null
        and exists (select from note_shares s where s.note_id = n.id)
      order by n.created_at, n.id ${lock}`.execute(from);
    return rows;
  };
  return {
    key: 'notes',
    title: 'Shared notes',
    act: 'move',
    async list(userId, actor) {
      return (await find(db, userId, actor.userId)).map((row) => ({
        id: row.id,
        title: row.is_reader ? row.title : 'Shared note',
        detail: '',
        store: null,
        href: row.is_reader ? `/utilities?note=${row.id}#notes-manager` : null,
      }));
    },
    async move({ actor, from, to, ids, ip }) {
      const done = await db.transaction().execute(async (tx) => {
        const found = (await find(tx, from.id, to.id, sql`for no key update of n`)).filter(
          ({ id }) => ids.includes(id),
        );
        const rows = found.filter(({ is_reader }) => is_reader);
        const noteIds = rows.map(({ id }) => id);
        await sql`update notes set owner_id = ${to.id}, version = version + 1
          where id = any(${noteIds}::uuid[])`.execute(tx);
        await sql`delete from note_shares
          where note_id = any(${noteIds}::uuid[]) and user_id = ${to.id}`.execute(tx);
        await sql`update note_marks set has_left = false
          where note_id = any(${noteIds}::uuid[]) and user_id = ${to.id}`.execute(tx);
        await recordActivity(
          tx,
          ...noteIds.map((id) => ({
            actor,
            action: 'note.owner_changed',
            // Without the title: who reads the log may not be a reader of the note.
            subject: { type: 'note', id, name: '' },
            before: { ownerId: from.id },
            after: { ownerId: to.id },
            ip,
          })),
        );
        const notices = await notify(
          tx,
          ...rows.map(({ id, title }) => ({
            userIds: to.id === actor.userId ? [] : [to.id],
            title: `${from.name}’s note is yours now`,
            message: title,
            type: 'info' as const,
            actionUrl: `/utilities?note=${id}#notes-manager`,
            actionLabel: 'Open note',
            key: `note:${id}:owner:${to.id}`,
            deliver: { push: false, digest: true },
          })),
        );
        const readers = new Map<string, number[]>();
        for (const id of noteIds) readers.set(id, await findReaders(tx, id));
        return { rows, refused: found.filter(({ is_reader }) => !is_reader), readers, notices };
      });
      for (const { id, version } of done.rows) {
        publishChange(platform, done.readers.get(id) ?? [], { id, version: version + 1 });
        publishGone(platform, [from.id], id);
      }
      await publishNotifications(platform, done.notices);
      const message = `This note isn’t shared with ${to.name}. Choose someone who can read it.`;
      return {
        moved: done.rows.map(({ id }) => id),
        problems: done.refused.map(({ id }) => ({ id, message })),
      };
    },
  };
}

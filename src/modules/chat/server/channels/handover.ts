import { sql } from 'kysely';
import type { Db } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { HandoverSource } from '../../../../platform/server/records/handover.ts';
import { readersAmong, readsChannel } from '../access/readers.ts';
import type { ChatTables } from '../tables.ts';
import { recordChannelActivity } from '../writing/activity.ts';
import { publishChange } from '../writing/publish.ts';

interface Row {
  id: string;
  type: 'public' | 'private' | 'team';
  name: string;
}

/** The channels an employee created, and therefore manages. */
export function channelHandover({ db: anyDb, realtime }: Platform): HandoverSource {
  const db: Db<ChatTables> = anyDb;
  const find = async (from: Db<ChatTables>, userId: number, lock = sql``) => {
    const { rows } = await sql<Row>`
      select c.id, c.type, c.name from chat_channels c
      where c.created_by = ${userId} and c.archived_at is null
        and c.type in ('public', 'private', 'team')
      order by c.created_at, c.id ${lock}`.execute(from);
    return rows;
  };
  const readableBy = async (userId: number, channelIds: readonly string[]) => {
    const { rows } = await sql<{ id: string }>`
      select c.id from chat_channels c join users u on u.id = ${userId}
      where c.id = any(${channelIds}::text[]) and ${readsChannel}`.execute(db);
    return new Set(rows.map(({ id }) => id));
  };
  return {
    key: 'channels',
    title: 'Channels',
    act: 'move',
    async list(userId, actor) {
      const rows = await find(db, userId);
      const readable = await readableBy(
        actor.userId,
        rows.map(({ id }) => id),
      );
      return rows.map(({ id, type, name }) => ({
        id,
        title: readable.has(id) ? `#${name}` : 'Private channel',
        detail: type === 'private' && readable.has(id) ? 'Private' : '',
        store: null,
        href: readable.has(id) ? `/?channel=${id}` : null,
      }));
    },
    async move({ actor, from, to, ids, ip }) {
      const done = await db.transaction().execute(async (tx) => {
        const rows = (await find(tx, from.id, sql`for no key update of c`)).filter(({ id }) =>
          ids.includes(id),
        );
        const moved: Row[] = [];
        for (const row of rows) {
          if (!(await readersAmong(tx, row.id, [to.id])).has(to.id)) continue;
          await tx
            .updateTable('chat_channels')
            .set({ created_by: to.id })
            .where('id', '=', row.id)
            .execute();
          await recordChannelActivity(tx, { actor, ip }, 'channel.owner_changed', row, {
            before: { createdBy: from.id },
            after: { createdBy: to.id },
          });
          moved.push(row);
        }
        return { rows, moved };
      });
      for (const { id } of done.moved) publishChange(realtime, id);
      const message = `${to.name} isn’t in this channel. Someone in it can add them.`;
      return {
        moved: done.moved.map(({ id }) => id),
        problems: done.rows
          .filter((row) => !done.moved.includes(row))
          .map(({ id }) => ({ id, message })),
      };
    },
  };
}

import { sql } from 'kysely';
import { conflict } from '../../../platform/server/errors.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { type HandoverSource, moveEach } from '../../../platform/server/records/handover.ts';
import { findActor } from '../../access/server/public.ts';
import type { ChatParts } from '../../chat/server/public.ts';
import { readersAmong } from '../../chat/server/public.ts';
import { isActive } from '../contract/rights.ts';
import { kindNames, partName, requestPart } from '../contract.ts';
import { ownedBy } from './changing/input.ts';
import { publishTaken, type Taken } from './changing/step.ts';
import { storeStep } from './changing/store.ts';
import type { RequestServices } from './services.ts';
import type { Step } from './step.ts';
import type { RequestDb } from './tables.ts';

interface Row {
  message_id: string;
  channel_id: string;
  kind: keyof typeof kindNames;
  asked_by: number;
  asker: string;
}

/**
 * The requests an employee has claimed. One that the successor can’t read, as in a direct message, is unassigned again,
 * and its requester is notified.
 */
export function requestHandover(platform: Platform, chat: ChatParts): HandoverSource {
  const db: RequestDb = platform.db;
  const services: RequestServices = { platform, db, chat };
  const find = async (userId: number) => {
    const { rows } = await sql<Row>`
      select r.message_id, r.channel_id, r.kind, r.asked_by, u.shown_name as asker
      from chat_requests r join users u on u.id = r.asked_by
      where r.owner_id = ${userId} and r.status = 'claimed' and r.withdrawn_at is null
      order by r.asked_at, r.message_id`.execute(db);
    return rows;
  };
  return {
    key: 'requests',
    title: 'Requests',
    act: 'move',
    async list(userId, actor) {
      const rows = await find(userId);
      const readable = await chat.readableAmong(
        actor,
        rows.map(({ channel_id }) => channel_id),
      );
      return rows.map((row) => ({
        id: row.message_id,
        title: kindNames[row.kind],
        detail: `Requested by ${row.asker}`,
        store: null,
        href: readable.has(row.channel_id)
          ? `/?channel=${row.channel_id}&message=${row.message_id}`
          : null,
      }));
    },
    async move({ actor, from, to, ids }) {
      const rows = (await find(from.id)).filter(({ message_id }) => ids.includes(message_id));
      return moveEach(
        rows.map(({ message_id }) => message_id),
        async (id) => {
          const row = rows.find(({ message_id }) => message_id === id);
          if (!row) return false;
          const target = { channelId: row.channel_id, messageId: id };
          const isReader = (await readersAmong(db, row.channel_id, [to.id])).has(to.id);
          // Written as someone who can read the channel; the one who decided may not.
          const reader = await findActor(db, isReader ? to.id : row.asked_by);
          if (!reader) throw conflict('No one who can read this conversation is active.');
          const taken: Taken[] = [];
          await chat.changePart(reader, target, partName, (part, message) => {
            const before = requestPart.safeParse(part).data;
            if (!before || !isActive(before) || before.ownerId !== from.id) return null;
            const step: Step = isReader
              ? { before, after: { ...before, ...ownedBy(to) }, act: 'given' }
              : { before, after: { ...before, ...ownedBy(null) }, act: 'released' };
            return {
              part: step.after,
              async also(tx) {
                taken.push({ step, notifications: await storeStep(tx, actor, message, step) });
              },
            };
          });
          await publishTaken(services, target, taken);
          return taken.length > 0;
        },
      );
    },
  };
}

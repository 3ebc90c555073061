import { publishNotifications } from '../../../notifications/server/public.ts';
import { withdrawNotifications } from '../notify/notify.ts';
import { publishChange, type RequestServices } from '../services.ts';

/** Withdraws the notifications of a deleted message, once; the rows stay as its history. */
export async function withdrawDeleted(services: RequestServices, messageId: string): Promise<void> {
  const withdrawn = await services.db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('chat_requests')
      .set({ withdrawn_at: new Date() })
      .where('message_id', '=', messageId)
      .where('withdrawn_at', 'is', null)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('chat_messages as m')
            .select('m.id')
            .where('m.id', '=', messageId)
            .where('m.deleted_at', 'is not', null),
        ),
      )
      .returning(['channel_id', 'asked_by', 'owner_id'])
      .executeTakeFirst();
    if (!row) return null;
    const target = { channelId: row.channel_id, messageId };
    return { row, target, notifications: await withdrawNotifications(tx, target) };
  });
  if (!withdrawn) return;
  const { row, target, notifications } = withdrawn;
  const userIds = [row.asked_by, row.owner_id].filter((id) => id !== null);
  publishChange(services, target, userIds);
  await publishNotifications(services.platform, notifications);
}

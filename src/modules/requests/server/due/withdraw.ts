import { publishNotifications } from '../../../notifications/server/public.ts';
import { announce, type RequestServices } from '../services.ts';
import { takeBack } from '../telling/notify.ts';

/** Of a deleted message nobody is told any more; the rows stay as the story of it. Done once. */
export async function withdrawDeleted(desk: RequestServices, messageId: string): Promise<void> {
  const withdrawn = await desk.db.transaction().execute(async (tx) => {
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
    return { row, target, told: await takeBack(tx, target) };
  });
  if (!withdrawn) return;
  const { row, target, told } = withdrawn;
  const concerned = [row.asked_by, row.owner_id].filter((id) => id !== null);
  announce(desk, target, concerned);
  await publishNotifications(desk.platform, told);
}

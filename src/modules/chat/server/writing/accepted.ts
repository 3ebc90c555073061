import type { Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { CustomerDataKind } from '../../../data-guard/contract.ts';
import type { ChatTables } from '../tables.ts';
import { isSecret } from './activity.ts';

export interface Accepted {
  actor: Actor;
  kinds: readonly CustomerDataKind[];
  /** Empty if sent over the socket or as a scheduled message. */
  ip?: string | undefined;
}

interface Sent {
  id: string;
  channelId: string;
}

/** Logs that someone sent customer data after a warning, with its kind, never the number. */
export async function recordAccepted(
  tx: Db<ChatTables>,
  { actor, kinds, ip = '' }: Accepted,
  { id, channelId }: Sent,
): Promise<void> {
  const channel = await tx
    .selectFrom('chat_channels')
    .select(['type', 'name'])
    .where('id', '=', channelId)
    .executeTakeFirst();
  await recordActivity(tx, {
    actor,
    action: 'chat.customer_data_sent',
    subject: {
      type: 'chat_message',
      id,
      name: channel && !isSecret(channel.type) ? channel.name : '',
    },
    after: { kinds: [...new Set(kinds)] },
    ip,
  });
}

/** The same as the `also` of a new message; empty if nothing was accepted. */
export function alsoRecord(accepted: Accepted) {
  if (accepted.kinds.length === 0) return {};
  return {
    also: (tx: Db<ChatTables>, message: Sent) => recordAccepted(tx, accepted, message),
  };
}

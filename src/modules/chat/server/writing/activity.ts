import type { Kysely } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor, RequestContext } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { CustomerDataKind } from '../../../data-guard/contract.ts';
import type { OpenChannel } from '../access/find.ts';
import type { ChannelType, ChatTables } from '../tables.ts';

interface Change {
  before?: object;
  after?: object;
}

/** Logs an action on a channel; for secret ones without details. */
export async function recordChannelActivity(
  tx: Kysely<AnyTables>,
  { actor, ip }: RequestContext,
  action: string,
  { id, type, name }: Pick<OpenChannel, 'id' | 'type' | 'name'>,
  change: Change,
): Promise<void> {
  const subject = { type: 'channel', id, name: isSecret(type) ? '' : name };
  await recordActivity(tx, { actor, action, subject, ip, ...(isSecret(type) ? {} : change) });
}

const secretTypes: readonly ChannelType[] = ['private', 'group', 'direct', 'record'];

/** Whether the log must not reveal such a channel's name and members. */
export const isSecret = (type: ChannelType) => secretTypes.includes(type);

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

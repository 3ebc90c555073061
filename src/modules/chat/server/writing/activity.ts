import type { Kysely } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { RequestContext } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { OpenChannel } from '../access/find.ts';
import type { ChannelType } from '../tables.ts';

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

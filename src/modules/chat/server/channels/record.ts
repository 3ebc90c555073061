import type { Kysely } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { ChannelType } from '../tables.ts';
import type { OpenChannel } from './find.ts';

/** Who asks, and from where. */
export interface Asking {
  actor: Actor;
  ip: string;
}

interface Change {
  before?: object;
  after?: object;
}

/** Adds to the log what was done to a channel; of a private one no more than that it was. */
export async function recordAct(
  tx: Kysely<AnyTables>,
  { actor, ip }: Asking,
  action: string,
  { id, type, name }: Pick<OpenChannel, 'id' | 'type' | 'name'>,
  change: Change,
): Promise<void> {
  const subject = { type: 'channel', id, name: isSecret(type) ? '' : name };
  await recordActivity(tx, { actor, action, subject, ip, ...(isSecret(type) ? {} : change) });
}

/** Whether who reads the log must not learn from it what such a channel is called, or who is in it. */
export const isSecret = (type: ChannelType) =>
  type === 'private' || type === 'group' || type === 'record';

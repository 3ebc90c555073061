import type { Kysely } from 'kysely';
import type { AnyTables } from '../../../../platform/server/db/database.ts';
import { findDoNotDisturb, partPrefix } from '../../../chat/server/public.ts';
import {
  type Notice,
  notify,
  type Unpublished,
  withdraw,
} from '../../../notifications/server/public.ts';
import { partName } from '../../contract.ts';
import type { Target } from '../services.ts';

export interface NotificationText {
  userIds: readonly number[];
  title: string;
  message: string;
  type: Notice['type'];
}

const prefixOf = ({ channelId, messageId }: Target) => partPrefix(channelId, partName, messageId);

/**
 * Stores what people are told of one event of a request. Who is not to be interrupted finds it later, in
 * silence.
 */
export async function notifyPeople(
  tx: Kysely<AnyTables>,
  target: Target,
  eventId: number,
  words: NotificationText,
): Promise<Unpublished> {
  const { userIds, ...said } = words;
  const hushed = await findDoNotDisturb(tx, userIds, new Date());
  const notice = {
    ...said,
    key: `${prefixOf(target)}${eventId}`,
    actionUrl: `/?channel=${target.channelId}&message=${target.messageId}`,
    actionLabel: 'Open the request',
  };
  return notify(
    tx,
    ...userIds.map((id): Notice => {
      const hush = hushed.get(id);
      const deliver = hush
        ? { push: false, digest: true, digestFrom: hush.until, silent: true }
        : { push: true, digest: true, toast: true };
      return { ...notice, userIds: [id], deliver };
    }),
  );
}

/** Takes back all that anybody was told of a request: it is no longer so. */
export const takeBack = (tx: Kysely<AnyTables>, target: Target): Promise<Unpublished> =>
  withdraw(tx, { keyPrefix: prefixOf(target) });

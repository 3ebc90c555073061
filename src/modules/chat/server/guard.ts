import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { confirmationRequired, invalid } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { recordActivity } from '../../activity/server/public.ts';
import {
  changeSetting,
  getSetting,
  type OrganizationTables,
  type Setting,
} from '../../organization/server/public.ts';
import { findCustomerData } from '../contract/guard/find.ts';
import * as calls from '../contract/guard.ts';
import {
  type CustomerDataKind,
  type CustomerDataRules,
  customerDataRules,
  customerDataRulesChanged,
  judge,
  looksLike,
  usualRules,
} from '../contract/guard.ts';
import type { ChatTables } from './tables.ts';
import { isSecret } from './writing/activity.ts';

/** Applies to the whole group. */
const rulesSetting: Setting<CustomerDataRules> = {
  name: 'chat.customer_data',
  schema: customerDataRules,
  fallback: usualRules,
};

export function addGuardRoutes({ db: anyDb, routes, realtime }: Platform): void {
  const db: Db<OrganizationTables> = anyDb;
  routes.add(calls.getCustomerDataRules, () => getSetting(db, rulesSetting));
  routes.add(calls.changeCustomerDataRules, async ({ actor, body, ip }) => {
    await db.transaction().execute(async (tx) => {
      const before = await getSetting(tx, rulesSetting);
      await changeSetting(tx, rulesSetting, body);
      await recordActivity(tx, {
        actor,
        action: 'chat.customer_data_rules_changed',
        subject: { type: 'setting', id: rulesSetting.name, name: 'Customer data in chat' },
        before,
        after: body,
        ip,
      });
    });
    realtime.publish('everyone:', customerDataRulesChanged, body);
    return body;
  });
}

interface GuardedText {
  texts: readonly string[];
  /** The user was warned and sends anyway. */
  accepts: boolean;
}

/**
 * Checks texts against the group's customer data rules. Returns the kinds the user has accepted to send,
 * usually none; throws if they are blocked or not accepted yet.
 */
export type Guard = (text: GuardedText) => Promise<CustomerDataKind[]>;

export function createGuard(db: Db<AnyTables>): Guard {
  return async ({ texts, accepts }) => {
    const found = kindsIn(texts);
    // The rules are read only if something was found: most messages need no query.
    if (found.length === 0) return [];
    const { kinds, rule } = judge(await getSetting(db, rulesSetting), found);
    const sentence = looksLike(kinds);
    if (rule === 'refuse') throw refused(sentence);
    if (rule === 'warn' && !accepts) throw notAccepted(sentence);
    return kinds;
  };
}

/** The kinds of customer data in texts, regardless of the rules. */
export const kindsIn = (texts: readonly string[]): CustomerDataKind[] =>
  texts.flatMap((text) => findCustomerData(text).map(({ kind }) => kind));

const refused = (sentence: string) =>
  invalid(`${sentence} It can’t be sent in chat. Send it as a protected slip.`, {
    content: sentence,
  });

const notAccepted = (sentence: string) =>
  confirmationRequired(`${sentence} Send it as a protected slip, or confirm to send it anyway.`, {
    content: sentence,
  });

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

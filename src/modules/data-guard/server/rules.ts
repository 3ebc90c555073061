import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { RequestContext } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { recordActivity } from '../../activity/server/public.ts';
import {
  changeSetting,
  getSetting,
  type OrganizationTables,
  type Setting,
} from '../../organization/server/public.ts';
import {
  type CustomerDataRules,
  customerDataRules,
  customerDataRulesChanged,
  usualRules,
} from '../contract.ts';

/** Applies to the whole group. */
const rulesSetting: Setting<CustomerDataRules> = {
  name: 'chat.customer_data',
  schema: customerDataRules,
  fallback: usualRules,
};

export const getRules = (db: Db<AnyTables>): Promise<CustomerDataRules> =>
  getSetting(db, rulesSetting);

export async function changeRules(
  { db: anyDb, realtime }: Platform,
  { actor, ip }: RequestContext,
  rules: CustomerDataRules,
): Promise<CustomerDataRules> {
  const db: Db<OrganizationTables> = anyDb;
  await db.transaction().execute(async (tx) => {
    const before = await getSetting(tx, rulesSetting);
    await changeSetting(tx, rulesSetting, rules);
    await recordActivity(tx, {
      actor,
      action: 'chat.customer_data_rules_changed',
      subject: { type: 'setting', id: rulesSetting.name, name: 'Customer data in chat' },
      before,
      after: rules,
      ip,
    });
  });
  realtime.publish('everyone:', customerDataRulesChanged, rules);
  return rules;
}

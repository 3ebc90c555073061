import type { Db } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import {
  changeSetting,
  getSetting,
  type OrganizationTables,
  type Setting,
} from '../../../organization/server/public.ts';
import * as calls from '../../contract/guard.ts';
import {
  type CustomerDataRules,
  changeCustomerDataRules,
  customerDataRules,
  customerDataRulesChanged,
  usualRules,
} from '../../contract/guard.ts';

/** What holds for the whole group. */
export const rulesSetting: Setting<CustomerDataRules> = {
  name: 'chat.customer_data',
  schema: customerDataRules,
  fallback: usualRules,
};

export function addGuardRoutes({ db: anyDb, routes, realtime }: Platform): void {
  const db: Db<OrganizationTables> = anyDb;
  routes.add(calls.getCustomerDataRules, () => getSetting(db, rulesSetting));
  routes.add(changeCustomerDataRules, async ({ actor, body, ip }) => {
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

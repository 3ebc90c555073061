import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { PunchPlaces } from '../../../time-clock/server/public.ts';
import type * as calls from '../../contract/devices.ts';
import type { KioskRule, PunchOrigin } from '../../contract/devices.ts';
import { assertManagesKiosks, canChangeRules, kioskStores } from '../policy.ts';
import { publishKiosks } from '../publish.ts';
import type { KioskDb } from '../tables.ts';
import { isInNetworks, parseNetwork } from './networks.ts';

const reasons: Record<Exclude<PunchOrigin, 'anywhere'>, (store: Store) => string> = {
  networks: (store) =>
    `${storeNames[store]} accepts punches only on its own network or at its kiosks. Connect to the store’s network, or use a kiosk.`,
  kiosks: (store) =>
    `${storeNames[store]} accepts punches only at its kiosks. Use one at the store.`,
};

/** Where punches on people's own devices are not accepted. */
export const punchPlaces: PunchPlaces = {
  async findRefusals(anyDb, ip) {
    const db: KioskDb = anyDb;
    const rows = await db
      .selectFrom('kiosk_rules')
      .select(['store', 'punch_from', 'networks'])
      .where('punch_from', '<>', 'anywhere')
      .execute();
    const refusals = new Map<Store, string>();
    for (const { store, punch_from, networks } of rows) {
      if (punch_from === 'anywhere') continue;
      if (punch_from === 'networks' && ip !== null && isInNetworks(ip, networks)) continue;
      refusals.set(store, reasons[punch_from](store));
    }
    return refusals;
  },
};

export async function listRules(db: KioskDb, stores: readonly Store[]): Promise<KioskRule[]> {
  return db
    .selectFrom('kiosk_rules as r')
    .select([
      'r.store',
      'r.punch_from as punchFrom',
      'r.networks',
      'r.version',
      sql<number>`(select count(*) from kiosk_devices d
        where d.store = r.store and d.revoked_at is null)`.as('kiosks'),
    ])
    .where('r.store', '=', sql<Store>`any(${[...stores]}::text[])`)
    .orderBy(sql`array_position(${[...stores]}::text[], r.store)`)
    .execute();
}

export function setKioskRule(platform: Platform): Handler<typeof calls.setKioskRule> {
  const db: KioskDb = platform.db;
  return async ({
    actor,
    params: { store },
    body: { version, punchFrom, networks: typed },
    ip,
  }) => {
    assertManagesKiosks(actor);
    if (!kioskStores(actor).includes(store)) throw notFound();
    if (!canChangeRules(actor)) {
      throw forbidden('Only general managers and HR can change where employees may punch.');
    }
    const networks = [...new Set(typed.map(getNetwork))];
    if (punchFrom === 'networks' && networks.length === 0) {
      throw invalid('Enter at least one network.', { networks: 'Enter at least one network' });
    }
    await db.transaction().execute(async (tx) => {
      const before = await tx
        .selectFrom('kiosk_rules')
        .selectAll()
        .where('store', '=', store)
        .forUpdate()
        .executeTakeFirstOrThrow();
      assertVersion(before, version, 'this rule');
      if (punchFrom === 'kiosks') await assertHasKiosk(tx, store);
      await tx
        .updateTable('kiosk_rules')
        .set({ punch_from: punchFrom, networks, version: version + 1 })
        .where('store', '=', store)
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'kiosk.rule_changed',
        subject: { type: 'kiosk_rule', id: store, name: `Punches at ${storeNames[store]}` },
        before: { punchFrom: before.punch_from, networks: before.networks },
        after: { punchFrom, networks },
        ip,
      });
    });
    publishKiosks(platform, store);
    const [rule] = await listRules(db, [store]);
    if (!rule) throw notFound();
    return rule;
  };
}

function getNetwork(typed: string): string {
  const network = parseNetwork(typed);
  if (network) return network;
  const message = `“${typed}” is not a network. Enter one such as 10.20.0.0/16`;
  throw invalid(`${message}.`, { networks: message });
}

/** Otherwise no one could punch at the store at all. */
async function assertHasKiosk(tx: KioskDb, store: Store): Promise<void> {
  const kiosk = await tx
    .selectFrom('kiosk_devices')
    .select('id')
    .where('store', '=', store)
    .where('revoked_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (kiosk) return;
  const message = `Add a kiosk at ${storeNames[store]} first`;
  throw invalid(`${message}.`, { punchFrom: message });
}

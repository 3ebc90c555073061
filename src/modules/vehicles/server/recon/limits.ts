import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/recon/limits.ts';
import type { ReconLimits } from '../../contract/recon/limits.ts';
import { canSetLimits, storesOf } from '../policy.ts';
import { publishVehicleChanged } from '../publish.ts';
import type { VehicleDb } from '../tables.ts';

/** Stage limits of these stores. */
export async function listLimits(db: VehicleDb, stores: readonly Store[]): Promise<ReconLimits[]> {
  const rows = await db.selectFrom('recon_limits').selectAll().orderBy('store').execute();
  return rows.filter(({ store }) => stores.includes(store));
}

/** The limits concern every vehicle of the store. */
const anyVehicleId = 0;

export function setLimits(platform: Platform): Handler<typeof calls.setLimits> {
  const db: VehicleDb = platform.db;
  return async ({ actor, params: { store }, body, ip }) => {
    if (!storesOf(actor).includes(store)) throw notFound();
    if (!canSetLimits(actor))
      throw forbidden('Only managers of the store can change these limits.');
    const { version, hours } = body;
    const after = { store, hours, version: version + 1 };
    await db.transaction().execute(async (tx) => {
      const before = await tx
        .selectFrom('recon_limits')
        .selectAll()
        .where('store', '=', store)
        .forUpdate()
        .executeTakeFirstOrThrow();
      assertVersion(before, version, 'these limits');
      await tx
        .updateTable('recon_limits')
        .set({ hours: JSON.stringify(hours), version: after.version })
        .where('store', '=', store)
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'recon_limits.changed',
        subject: {
          type: 'recon_limits',
          id: store,
          name: `Reconditioning of ${storeNames[store]}`,
        },
        before: before.hours,
        after: hours,
        ip,
      });
    });
    publishVehicleChanged(platform, { id: anyVehicleId, store });
    return after;
  };
}

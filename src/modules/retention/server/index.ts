import type { Platform } from '../../../platform/server/platform.ts';
import * as disposition from '../contract/disposition.ts';
import * as holds from '../contract/holds.ts';
import * as contract from '../contract.ts';
import { getBatch, listBatches } from './disposition/batches.ts';
import { decideBatch } from './disposition/decide.ts';
import { listDue, tryBatch } from './disposition/due.ts';
import { type Destroy, keepDestroying } from './disposition/execute.ts';
import { prepareBatch } from './disposition/prepare.ts';
import { listHolds } from './holds/list.ts';
import { placeHold, releaseHold } from './holds/place.ts';
import { setRetentionPeriod } from './periods/classes.ts';
import { lastDayOf } from './periods/dates.ts';
import { getRetention } from './periods/overview.ts';
import { exportRegister, listRegister } from './register.ts';
import type { RetentionDb } from './tables.ts';

/**
 * Retention: how long documents are kept, legal holds, and what was destroyed, when and by whom. Periods count from
 * the event, never from an upload. It must never destroy anything on one person's decision, nor anything under a
 * hold, nor record a destruction before it happened.
 */
export function retentionModule(platform: Platform, destroy: Destroy): void {
  const { routes } = platform;
  const db: RetentionDb = platform.db;
  keepDestroying(platform, destroy);
  routes.add(contract.getRetention, () => getRetention(db));
  routes.add(contract.setRetentionPeriod, setRetentionPeriod(db));
  routes.add(holds.listHolds, () => listHolds(db));
  routes.add(holds.placeHold, placeHold(db));
  routes.add(holds.releaseHold, releaseHold(db));
  routes.add(disposition.listDue, ({ query }) => listDue(db, lastDayOf(query.through)));
  routes.add(disposition.listBatches, ({ actor }) => listBatches(db, actor));
  routes.add(disposition.tryBatch, async ({ actor, params }) =>
    tryBatch(db, (await getBatch(db, actor, params.batchId)).id),
  );
  routes.add(disposition.prepareBatch, prepareBatch(db));
  routes.add(disposition.decideBatch, decideBatch(platform));
  routes.add(disposition.listRegister, ({ query }) => listRegister(db, query));
  routes.add(disposition.exportRegister, exportRegister(db));
}

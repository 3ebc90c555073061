import type { Platform } from '../../../platform/server/platform.ts';
import * as columns from '../contract/columns.ts';
import { listHistory } from '../contract/history.ts';
import * as calls from '../contract.ts';
import { tellAlerts } from './alerts.ts';
import { columnsAnswer, columnsChange } from './list/columns.ts';
import { countStock } from './list/counts.ts';
import { exporting } from './list/export.ts';
import { listPage } from './list/list.ts';
import { addOutings } from './out/index.ts';
import { addPictures } from './pictures/index.ts';
import { addRecon } from './recon/index.ts';
import { adding } from './record/add.ts';
import { changing } from './record/change.ts';
import { findHistory } from './record/events.ts';
import { getPage } from './record/find.ts';
import { statusChange } from './record/status.ts';
import { findKnown, takeVin } from './record/vins.ts';
import type { VehicleDb } from './tables.ts';
import { addTopics } from './telling.ts';
import { addTransfers } from './transfers/index.ts';
import { addWalks } from './walks/index.ts';

/**
 * The cars of the group: what they are, where they stand, what became of them and who had them. A car is
 * there for whoever works in its store and may read; what it cost is told only to who may see financial
 * reports, in no list, order, file, card or frame to anybody else. What happened is never rewritten.
 */
export function vehiclesModule(platform: Platform): void {
  const { routes, jobs } = platform;
  const db: VehicleDb = platform.db;
  addTopics(platform);
  routes.add(calls.listVehicles, ({ actor, query }) => listPage(db, actor, query));
  routes.add(calls.countVehicles, ({ actor, query }) => countStock(db, actor, query));
  routes.add(calls.exportVehicles, exporting(platform));
  routes.add(columns.getColumns, columnsAnswer(platform));
  routes.add(columns.setColumns, columnsChange(platform));
  routes.add(calls.findVin, async ({ actor, query }) => ({
    known: await findKnown(db, actor, takeVin(query.vin, 'asked').vin),
  }));
  routes.add(calls.getVehicle, ({ actor, params }) => getPage(db, actor, params.vehicleId));
  routes.add(listHistory, ({ actor, params, query }) =>
    findHistory(db, actor, params.vehicleId, query.before),
  );
  routes.add(calls.addVehicle, adding(platform));
  routes.add(calls.changeVehicle, changing(platform));
  routes.add(calls.setStatus, statusChange(platform));
  addPictures(platform);
  addRecon(platform);
  addOutings(platform);
  addTransfers(platform);
  addWalks(platform);
  // Early in the morning of every zone of the group.
  jobs.schedule('vehicles.alerts', '30 12 * * *', () => tellAlerts(platform));
}

import type { Platform } from '../../../platform/server/platform.ts';
import * as columns from '../contract/columns.ts';
import * as historyCalls from '../contract/history.ts';
import * as calls from '../contract.ts';
import { notifyAlerts } from './alerts.ts';
import { getColumns, setColumns } from './list/columns.ts';
import { countVehicles } from './list/counts.ts';
import { exportVehicles } from './list/export.ts';
import { listVehicles } from './list/list.ts';
import { addOutings } from './out/index.ts';
import { addPictures } from './pictures/index.ts';
import { addTopics } from './publish.ts';
import { addRecon } from './recon/index.ts';
import { addVehicle } from './record/add.ts';
import { changeVehicle } from './record/change.ts';
import { listHistory } from './record/events.ts';
import { getVehicle } from './record/find.ts';
import { setStatus } from './record/status.ts';
import { findKnown, validateVin } from './record/vins.ts';
import type { VehicleDb } from './tables.ts';
import { addTransfers } from './transfers/index.ts';
import { addWalks } from './walks/index.ts';

/**
 * Vehicles: facts, status, reconditioning, check-outs, transfers and lot walks. Visible to employees of the
 * store with `view_data`; cost only with `financial_reports`, in no list, sort order, file, card or event to
 * anyone else. History is never rewritten.
 */
export function vehiclesModule(platform: Platform): void {
  const { routes, jobs } = platform;
  const db: VehicleDb = platform.db;
  addTopics(platform);
  routes.add(calls.listVehicles, ({ actor, query }) => listVehicles(db, actor, query));
  routes.add(calls.countVehicles, ({ actor, query }) => countVehicles(db, actor, query));
  routes.add(calls.exportVehicles, exportVehicles(platform));
  routes.add(columns.getColumns, getColumns(platform));
  routes.add(columns.setColumns, setColumns(platform));
  routes.add(calls.findVin, async ({ actor, query }) => ({
    known: await findKnown(db, actor, validateVin(query.vin, 'lookup').vin),
  }));
  routes.add(calls.getVehicle, ({ actor, params }) => getVehicle(db, actor, params.vehicleId));
  routes.add(historyCalls.listHistory, ({ actor, params, query }) =>
    listHistory(db, actor, params.vehicleId, query.before),
  );
  routes.add(calls.addVehicle, addVehicle(platform));
  routes.add(calls.changeVehicle, changeVehicle(platform));
  routes.add(calls.setStatus, setStatus(platform));
  addPictures(platform);
  addRecon(platform);
  addOutings(platform);
  addTransfers(platform);
  addWalks(platform);
  // Early morning in US time zones.
  jobs.schedule('vehicles.alerts', '30 12 * * *', () => notifyAlerts(platform));
}

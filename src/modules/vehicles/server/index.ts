import { notFound } from '../../../platform/server/errors.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  type FindStaffProblems,
  listStaff,
  noStaffProblems,
  withProblems,
} from '../../../platform/server/records/staff.ts';
import * as columns from '../contract/columns.ts';
import * as deposits from '../contract/deposits.ts';
import * as floorplan from '../contract/floorplan.ts';
import * as history from '../contract/history.ts';
import * as transfers from '../contract/lot/transfers.ts';
import * as transit from '../contract/lot/transit.ts';
import * as walks from '../contract/lot/walks.ts';
import * as outings from '../contract/outings.ts';
import * as pictures from '../contract/pictures.ts';
import * as prices from '../contract/prices.ts';
import * as recon from '../contract/recon/board.ts';
import * as reconLimits from '../contract/recon/limits.ts';
import * as calls from '../contract.ts';
import { notifyAlerts } from './alerts.ts';
import { addCurtailment, payCurtailment, removeCurtailment } from './floorplan.ts';
import { getColumns, setColumns } from './list/columns.ts';
import { countVehicles } from './list/counts.ts';
import { exportVehicles } from './list/export.ts';
import { listVehicles } from './list/list.ts';
import { listInTransit } from './list/transit.ts';
import { checkIn } from './out/check-in.ts';
import { checkOut } from './out/check-out.ts';
import { listOutings } from './out/outings.ts';
import { addPlate, getPlateLog, listPlates } from './out/plates.ts';
import { sweepLooseBytes } from './pictures/bytes.ts';
import { addPicture, putPictureFirst, readPicture, removePicture } from './pictures/pictures.ts';
import { storesOf } from './policy.ts';
import { vehicleTopic } from './publish.ts';
import { getBoard } from './recon/board.ts';
import { changeJob, moveJob } from './recon/jobs.ts';
import { setLimits } from './recon/limits.ts';
import { addVehicle } from './record/add.ts';
import { changeVehicle } from './record/change.ts';
import { listHistory } from './record/events.ts';
import { getVehicle } from './record/find.ts';
import { listPrices } from './record/prices.ts';
import { setStatus } from './record/status.ts';
import { findVin } from './record/vins.ts';
import { endDeposit, type GetCustomer, takeDeposit } from './sales/deposits.ts';
import type { VehicleDb } from './tables.ts';
import { cancelTransfer, receiveVehicle } from './transfers/end.ts';
import { sendVehicle } from './transfers/send.ts';
import { listTransfers } from './transfers/transfers.ts';
import { getWalk } from './walks/page.ts';
import { recordSighting, removeSighting } from './walks/sightings.ts';
import { endWalk, listWalks, startWalk } from './walks/walks.ts';

/**
 * Vehicles and their stays in stock: facts, status, deposits, floorplan, reconditioning, check-outs, transfers and lot
 * walks. Visible to employees of the store with `view_data`; cost only with `financial_reports`, in no list, sort
 * order, file, card or event to anyone else. History is never rewritten.
 */
export function vehiclesModule(
  platform: Platform,
  getCustomer: GetCustomer,
  /** Who may not drive. */
  findDrivingProblems: FindStaffProblems = noStaffProblems,
): void {
  const { routes, realtime, jobs } = platform;
  const db: VehicleDb = platform.db;
  vehicleTopic.declare(realtime);

  routes.add(calls.listVehicles, ({ actor, query }) => listVehicles(db, actor, query));
  routes.add(calls.countVehicles, ({ actor, query }) => countVehicles(db, actor, query));
  routes.add(calls.exportVehicles, exportVehicles(platform));
  routes.add(columns.getColumns, getColumns(platform));
  routes.add(columns.setColumns, setColumns(platform));

  routes.add(calls.findVin, ({ actor, query }) => findVin(db, actor, query.vin));
  routes.add(calls.getVehicle, ({ actor, params }) => getVehicle(db, actor, params.vehicleId));
  routes.add(history.listHistory, ({ actor, params, query }) =>
    listHistory(db, actor, params.vehicleId, query.before),
  );
  routes.add(calls.addVehicle, addVehicle(platform));
  routes.add(calls.changeVehicle, changeVehicle(platform));
  routes.add(calls.setStatus, setStatus(platform));

  routes.add(prices.listPrices, ({ actor, params }) => listPrices(db, actor, params.vehicleId));
  routes.add(deposits.takeDeposit, takeDeposit(platform, getCustomer));
  routes.add(deposits.endDeposit, endDeposit(platform));
  routes.add(floorplan.addCurtailment, addCurtailment(platform));
  routes.add(floorplan.payCurtailment, payCurtailment(platform));
  routes.add(floorplan.removeCurtailment, removeCurtailment(platform));
  routes.add(transit.listInTransit, ({ actor }) => listInTransit(db, actor));

  routes.add(pictures.addPicture, addPicture(platform));
  routes.add(pictures.removePicture, removePicture(platform));
  routes.add(pictures.putPictureFirst, putPictureFirst(platform));
  routes.add(pictures.readPicture, readPicture(platform));

  routes.add(recon.getBoard, ({ actor, query }) => getBoard(db, actor, query.store));
  routes.add(recon.moveJob, moveJob(platform));
  routes.add(recon.changeJob, changeJob(platform));
  routes.add(recon.listOwners, async ({ actor, query: { store } }) => {
    if (!storesOf(actor).includes(store)) throw notFound();
    return withProblems(db, await listStaff(db, [store]), findDrivingProblems);
  });
  routes.add(reconLimits.setLimits, setLimits(platform));

  routes.add(outings.listOutings, ({ actor, query }) => listOutings(db, actor, query.vehicleId));
  routes.add(outings.checkOut, checkOut(platform, findDrivingProblems));
  routes.add(outings.checkIn, checkIn(platform));
  routes.add(outings.listPlates, ({ actor }) => listPlates(db, actor));
  routes.add(outings.addPlate, addPlate(platform));
  routes.add(outings.getPlateLog, ({ actor, params, query }) =>
    getPlateLog(db, actor, params.plateId, query.at),
  );

  routes.add(transfers.listTransfers, ({ actor }) => listTransfers(db, actor));
  routes.add(transfers.sendVehicle, sendVehicle(platform));
  routes.add(transfers.receiveVehicle, receiveVehicle(platform));
  routes.add(transfers.cancelTransfer, cancelTransfer(platform));

  routes.add(walks.listWalks, ({ actor }) => listWalks(db, actor));
  routes.add(walks.startWalk, startWalk(platform));
  routes.add(walks.getWalk, ({ actor, params }) => getWalk(db, actor, params.walkId));
  routes.add(walks.recordSighting, recordSighting(platform));
  routes.add(walks.removeSighting, removeSighting(platform));
  routes.add(walks.endWalk, endWalk(platform));

  jobs.schedule('vehicles.pictures.sweep', '23 9 * * *', () => sweepLooseBytes(platform));
  // Early morning in US time zones.
  jobs.schedule('vehicles.alerts', '30 12 * * *', () => notifyAlerts(platform));
}

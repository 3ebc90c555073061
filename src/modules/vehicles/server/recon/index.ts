import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract/recon/board.ts';
import * as limitsCalls from '../../contract/recon/limits.ts';
import type { VehicleDb } from '../tables.ts';
import { getBoard, listOwners } from './board.ts';
import { setLimits } from './limits.ts';
import { changeJob, moveJob } from './move.ts';

/** Reconditioning: stages, assignees and costs. */
export function addRecon(platform: Platform): void {
  const { routes } = platform;
  const db: VehicleDb = platform.db;
  routes.add(calls.getBoard, ({ actor, query }) => getBoard(db, actor, query.store));
  routes.add(calls.moveJob, moveJob(platform));
  routes.add(calls.changeJob, changeJob(platform));
  routes.add(limitsCalls.setLimits, setLimits(platform));
  routes.add(calls.listOwners, ({ actor, query }) => listOwners(db, actor, query.store));
}

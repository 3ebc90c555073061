import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract/recon/board.ts';
import { setLimits } from '../../contract/recon/limits.ts';
import type { VehicleDb } from '../tables.ts';
import { describeBoard, findOwners } from './board.ts';
import { limitChange } from './limits.ts';
import { jobChange, moving } from './move.ts';

/** Reconditioning: which stage a car is in, since when, whose it is and what it costs. */
export function addRecon(platform: Platform): void {
  const { routes } = platform;
  const db: VehicleDb = platform.db;
  routes.add(calls.getBoard, ({ actor, query }) => describeBoard(db, actor, query.store));
  routes.add(calls.moveJob, moving(platform));
  routes.add(calls.changeJob, jobChange(platform));
  routes.add(setLimits, limitChange(platform));
  routes.add(calls.listOwners, ({ actor, query }) => findOwners(db, actor, query.store));
}

import type { Db } from '../../../platform/server/db/database.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { listActivity } from '../contract.ts';
import { listEntries } from './list.ts';
import type { ActivityTables } from './tables.ts';

/**
 * Activity: who did what to whom, and what it changed. Written by the rooms that act, in the transaction
 * of the act; only ever added to. Never holds a password, a token or what a stranger typed in.
 */
export function activityModule({ db, routes }: Platform): void {
  const log: Db<ActivityTables> = db;
  routes.add(listActivity, ({ query }) => listEntries(log, query));
}

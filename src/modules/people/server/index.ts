import type { Platform } from '../../../platform/server/platform.ts';
import { listUsers } from '../contract.ts';
import { declareTopics } from './announce.ts';
import { listPeople } from './list.ts';
import { people } from './tables.ts';

/**
 * People: who works here, in which role and store, and what they may do. The record, not the account:
 * this room knows no passwords and no sessions, and must never show a whole record to somebody who
 * neither is that person nor manages people.
 */
export function peopleModule(platform: Platform): void {
  const db = people(platform.db);
  declareTopics(platform);
  platform.routes.add(listUsers, ({ actor, query }) => listPeople(db, actor, query));
}

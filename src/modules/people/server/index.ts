import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { declareTopics } from './announce.ts';
import { createDirectory } from './directory/list.ts';
import { keepPresenceSource, type PresenceSource } from './status.ts';

/**
 * People: who works here, in which role and store, and what they may do. The record, not the account:
 * this room knows no passwords and no sessions, and must never show a whole record to somebody who
 * neither is that person nor manages people. Who is here just now it is told.
 */
export function peopleModule(platform: Platform, presence: PresenceSource): void {
  keepPresenceSource(platform, presence);
  declareTopics(platform);
  const listUsers = createDirectory(platform);
  platform.routes.add(calls.listUsers, ({ actor, query }) => listUsers(actor, query));
}

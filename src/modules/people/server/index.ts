import type { Platform } from '../../../platform/server/platform.ts';
import * as calls from '../contract.ts';
import { declareTopics } from './announce.ts';
import { createDirectory } from './directory/list.ts';
import { keepPresenceSource, type PresenceSource } from './status.ts';

/**
 * People: who works here, in which role and store, with which permissions. The record, not the account: this
 * module knows no passwords and no sessions, and must never return a full record to anyone but the person
 * themselves and people with user management. Presence is passed in.
 */
export function peopleModule(platform: Platform, presence: PresenceSource): void {
  keepPresenceSource(platform, presence);
  declareTopics(platform);
  const listUsers = createDirectory(platform);
  platform.routes.add(calls.listUsers, ({ actor, query }) => listUsers(actor, query));
}

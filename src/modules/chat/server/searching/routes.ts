import { createTurns } from '../../../../platform/server/limits/turns.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract/search.ts';
import type { ChatServices } from '../services.ts';
import { readFileText } from './files/read.ts';
import { type SearchServices, search } from './finding/search.ts';
import { readFileJob } from './indexing/files.ts';
import { followMessages } from './indexing/follow.ts';
import type { SearchDb } from './tables.ts';

/** Concurrent searches, to leave database connections for others. */
const searchesAtOnce = 4;

/** Message search. The index is updated asynchronously, never by the sends. */
export function addSearching(platform: Platform, services: ChatServices): void {
  const db: SearchDb = platform.db;
  const { storage, parsing } = platform;
  const searchServices: SearchServices = { db, fixed: services.fixed };
  const inTurn = createTurns(searchesAtOnce);
  platform.routes.add(calls.searchMessages, ({ actor, query }) =>
    inTurn(() => search(searchServices, actor, query)),
  );
  platform.jobs.define(readFileJob, ({ uploadId }) =>
    readFileText({ db, storage, parsing }, String(uploadId)),
  );
  followMessages(platform);
}

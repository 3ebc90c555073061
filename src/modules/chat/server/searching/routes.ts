import { createTurns } from '../../../../platform/server/limits/turns.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import * as calls from '../../contract/search.ts';
import type { ChatServices } from '../services.ts';
import { readFileText } from './files/read.ts';
import { type Searching, search } from './finding/search.ts';
import { readFileJob } from './indexing/files.ts';
import { keepIndex } from './indexing/keep.ts';
import type { SearchDb } from './tables.ts';

/** Of all connections to the database, so many may search at once. */
const searchesAtOnce = 4;

/** Finds messages again. What can be found is kept behind the sends, never by them. */
export function addSearching(platform: Platform, desk: ChatServices): void {
  const db: SearchDb = platform.db;
  const { storage, parsing } = platform;
  const searching: Searching = { db, fixed: desk.fixed };
  const inTurn = createTurns(searchesAtOnce);
  platform.routes.add(calls.searchMessages, ({ actor, query }) =>
    inTurn(() => search(searching, actor, query)),
  );
  platform.jobs.define(readFileJob, ({ uploadId }) =>
    readFileText({ db, storage, parsing }, String(uploadId)),
  );
  keepIndex(platform);
}

import { createTurns } from '../../../platform/server/limits/turns.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { newMessage } from '../../chat/contract.ts';
import {
  type ChatParts,
  keepFollowing,
  messageChanged,
  messageReaction,
} from '../../chat/server/public.ts';
import * as contract from '../contract.ts';
import { readFileText } from './files/read.ts';
import { readFileJob } from './indexing/files.ts';
import { indexMessages } from './indexing/indexMessages.ts';
import { searchMessages } from './search.ts';
import type { SearchDb } from './tables.ts';

/** Concurrent searches, to leave database connections for others. */
const searchesAtOnce = 4;

/**
 * The search of messages and of the text in their files. The index follows the channels' revisions behind the
 * sends, so it never delays one, and may lag. It must never find what its user can't read: the channels are
 * those of the chat at the moment of the search, and what is shown is read from the messages, not the index.
 */
export function chatSearchModule(platform: Platform, chat: ChatParts): void {
  const db: SearchDb = platform.db;
  const { routes, jobs, storage, parsing } = platform;
  const inTurn = createTurns(searchesAtOnce);
  routes.add(contract.searchMessages, ({ actor, query }) =>
    inTurn(() => searchMessages({ db, chat }, actor, query)),
  );
  jobs.define(readFileJob, ({ uploadId }) =>
    readFileText({ db, storage, parsing }, String(uploadId)),
  );
  keepFollowing(platform, {
    work: (which) => indexMessages(db, jobs, which),
    after: [newMessage, messageChanged, messageReaction],
    gatherMs: 200,
    pauseMs: 0,
    sweepMs: 3_000,
    failureMessage: 'Failed to index messages for search; will retry',
  });
}

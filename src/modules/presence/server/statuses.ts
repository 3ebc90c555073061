import { setTimeout as sleep } from 'node:timers/promises';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  findPeopleByIds,
  publicState,
  type ShownState,
  trueState,
} from '../../people/server/public.ts';
import { statusesChanged } from '../contract.ts';
import { type ChangedStatus, presenceChanged } from './changes.ts';
import { findConnected } from './sightings.ts';
import { statusTopics } from './topics.ts';

/** Too short to notice, long enough that everyone who arrives in a morning is a few frames for each colleague. */
const windowMs = 100;
const retryMs = 1_000;

/** Who changed, and whether people without user management see a difference. */
type Changed = ReadonlyMap<number, boolean>;

/**
 * Sends the changes of a moment as one event to the sockets of this instance. The statuses are read from the database
 * after the changes and never carried by them: instances may announce two changes of a person in another order than
 * they were stored.
 */
export function deliverStatuses({ db, realtime, bus, log }: Platform): void {
  const publish = (topic: string, states: Map<number, ShownState>) => {
    if (states.size === 0) return;
    const statuses = [...states].map(([userId, state]) => toEntry(userId, state));
    realtime.publishHere(`${statusTopics.batched}:${topic}`, statusesChanged, { statuses });
  };
  const collect = inWindows(
    async (changed) => {
      const ids = [...changed.keys()];
      const [rows, connected] = await Promise.all([
        findPeopleByIds(db, ids),
        findConnected(db, ids),
      ]);
      const whole = new Map<number, ShownState>();
      // Deleting an account publishes its own event.
      for (const row of rows.filter((one) => !one.deleted_at)) {
        whole.set(row.id, trueState(row, connected.has(row.id)));
      }
      publish('whole', whole);
      const visible = [...whole].filter(([id]) => changed.get(id));
      publish('public', new Map(visible.map(([id, state]) => [id, publicState(state)])));
      // Last, so that the person's own sockets end up with the true status.
      for (const [id, state] of whole) {
        if (state.status === 'invisible') publish(`${id}`, new Map([[id, state]]));
      }
    },
    (err) => log.warn({ err }, 'Failed to deliver statuses'),
  );
  bus.subscribe(presenceChanged, (payload) =>
    collect((payload as { changes: ChangedStatus[] }).changes),
  );
}

const toEntry = (userId: number, { status, statusMessage, statusUntil }: ShownState) => ({
  userId,
  status,
  ...(statusMessage !== null && { statusMessage }),
  ...(statusUntil !== null && { statusUntil }),
});

/** Delivers what was collected within a moment, one delivery at a time; one that fails is tried again. */
export function inWindows(
  deliver: (changed: Changed) => Promise<void>,
  onError: (error: unknown) => void,
): (changes: readonly ChangedStatus[]) => void {
  let waiting = new Map<number, boolean>();
  let isRunning = false;

  async function run(): Promise<void> {
    isRunning = true;
    let waitMs = windowMs;
    while (waiting.size > 0) {
      await sleep(waitMs, undefined, { ref: false });
      const changed = waiting;
      waiting = new Map();
      waitMs = await deliver(changed).then(
        () => windowMs,
        (error) => {
          onError(error);
          for (const [userId, isPublic] of changed) add({ userId, isPublic });
          return retryMs;
        },
      );
    }
    isRunning = false;
  }

  function add({ userId, isPublic }: ChangedStatus): void {
    waiting.set(userId, isPublic || waiting.get(userId) === true);
  }

  return (changes) => {
    changes.forEach(add);
    if (!isRunning) void run();
  };
}

import type { Platform } from '../../../../platform/server/platform.ts';
import type { Connection } from '../../../../platform/server/realtime/connection.ts';
import { peopleChanged } from '../../../people/server/public.ts';
import { announceJoined, announceLeft } from '../changes.ts';
import { noteSeen, takeBarred, takeLost } from '../sightings.ts';
import { inBatches } from './batches.ts';
import { createRounds } from './rounds.ts';

const roundMs = 2_000;

/** Keeps the sightings current: records who is connected here, and removes those not seen on any instance. */
export function watchConnections(platform: Platform): void {
  const { db, realtime, bus, log, background } = platform;
  const onError = (err: unknown) => log.warn({ err }, 'Failed to persist presence');
  const see = inBatches(async (ids) => {
    const joined = await noteSeen(db, ids);
    announceJoined(platform, joined).catch(onError);
  });
  const bar = inBatches(async (ids) => announceLeft(platform, await takeBarred(db, ids)));
  const seen = ({ rightsOnly, actor }: Connection) =>
    rightsOnly ? undefined : see([actor.userId]).catch(onError);

  realtime.onConnect(seen);
  // The grace period starts when the connection ends, not when it was recorded last.
  realtime.onDisconnect((connection) => (connection.live ? seen(connection) : undefined));
  bus.subscribe(peopleChanged, (payload) => {
    void background.run(() => bar([(payload as { userId: number }).userId]).catch(onError));
  });

  const runRound = createRounds({
    note: () => see(connectedUserIds(realtime.connections())),
    sweep: async () => announceLeft(platform, await takeLost(db)),
  });
  background.repeat(roundMs, () => runRound().catch(onError));
}

function connectedUserIds(connections: Iterable<Connection>): number[] {
  const clients = [...connections].filter(({ live, rightsOnly }) => live && !rightsOnly);
  return clients.map(({ actor }) => actor.userId);
}

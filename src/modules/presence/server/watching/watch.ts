import type { Platform } from '../../../../platform/server/platform.ts';
import type { Connection } from '../../../../platform/server/realtime/connection.ts';
import { peopleChanged } from '../../../people/server/public.ts';
import { announceJoined, announceLeft } from '../changes.ts';
import { noteSeen, takeBarred, takeLost } from '../sightings.ts';
import { inBatches } from './batches.ts';
import { createRounds } from './rounds.ts';

const roundMs = 2_000;

/** Keeps the sightings: notes who has a connection here, and who has not been seen anywhere. */
export function watchConnections(platform: Platform): void {
  const { db, realtime, bus, log } = platform;
  const onError = (err: unknown) => log.warn({ err }, 'Presence was not kept');
  const see = inBatches(async (ids) => {
    const joined = await noteSeen(db, ids);
    announceJoined(platform, joined).catch(onError);
  });
  const bar = inBatches(async (ids) => announceLeft(platform, await takeBarred(db, ids)));
  const seen = ({ rightsOnly, actor }: Connection) =>
    rightsOnly ? undefined : see([actor.userId]).catch(onError);

  realtime.onConnect(seen);
  // The grace begins when the line ends, not when it was noted last.
  realtime.onDisconnect((connection) => (connection.live ? seen(connection) : undefined));
  bus.subscribe(peopleChanged, (payload) => {
    bar([(payload as { userId: number }).userId]).catch(onError);
  });

  const keep = createRounds({
    note: () => see(connectedHere(realtime.connections())),
    sweep: async () => announceLeft(platform, await takeLost(db)),
  });
  setInterval(() => void keep().catch(onError), roundMs).unref();
}

function connectedHere(connections: Iterable<Connection>): number[] {
  const here = [...connections].filter(({ live, rightsOnly }) => live && !rightsOnly);
  return here.map(({ actor }) => actor.userId);
}

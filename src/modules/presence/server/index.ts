import { forbidden, invalid, notFound } from '../../../platform/server/errors.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  chosenState,
  manages,
  type PresenceSource,
  peopleTouched,
  toPerson,
  trueState,
} from '../../people/server/public.ts';
import * as calls from '../contract.ts';
import { getStatusMetrics } from '../contract.ts';
import { announceChanges } from './changes.ts';
import { type BreakSource, createMetrics, publicMetrics } from './metrics.ts';
import { findConnected } from './sightings.ts';
import { expireStatuses, storeStatus } from './status.ts';
import { deliverStatuses } from './statuses.ts';
import { declareStatusTopics } from './topics.ts';
import { watchConnections } from './watching/watch.ts';

/**
 * Presence: who is connected, as each person chooses to show it. The chosen status and the connection are
 * stored separately. No one sets someone else's status, and someone invisible looks offline to everyone except
 * themselves and people with user management.
 */
export function presenceModule(platform: Platform, breaks?: BreakSource): void {
  const { routes, jobs } = platform;
  const measure = createMetrics(platform, breaks);
  declareStatusTopics(platform);
  deliverStatuses(platform);
  watchConnections(platform);
  routes.add(calls.setStatus, setStatus(platform));
  routes.add(getStatusMetrics, async ({ actor }) =>
    manages(actor) ? measure() : publicMetrics(await measure()),
  );
  jobs.schedule('presence.expire', '* * * * *', () => expire(platform));
}

/** Who is connected, for the people module, which is a lower layer. */
export function createPresenceSource({ db }: Platform): PresenceSource {
  return { connectedAmong: async (ids) => (ids.length > 0 ? findConnected(db, ids) : new Set()) };
}

function setStatus(platform: Platform): Handler<typeof calls.setStatus> {
  const { db } = platform;
  return async ({ actor, params, body }) => {
    if (params.id !== actor.userId) throw forbidden('You can only set your own status.');
    const until = body.statusUntil ? new Date(body.statusUntil) : null;
    if (until && until.getTime() <= Date.now()) {
      throw invalid('The end time must be in the future.', {
        statusUntil: 'Must be in the future',
      });
    }
    const message = body.statusMessage || null;
    const stored = await storeStatus(db, actor.userId, { status: body.status, message, until });
    if (!stored) throw notFound();
    platform.bus.publish(peopleTouched, { userIds: [actor.userId] });
    const isConnected = (await findConnected(db, [actor.userId])).has(actor.userId);
    const row = stored.after;
    const before = trueState(stored.before, isConnected);
    announceChanges(platform, [{ row, before, after: trueState(row, isConnected) }]);
    return { ...toPerson(row, chosenState(row)), ...chosenState(row) };
  };
}

/** Readers see a status end immediately; here the end is stored and published. */
async function expire(platform: Platform): Promise<void> {
  const expired = await expireStatuses(platform.db);
  if (expired.length === 0) return;
  const ids = expired.map(({ after }) => after.id);
  platform.bus.publish(peopleTouched, { userIds: ids });
  const connected = await findConnected(platform.db, ids);
  announceChanges(
    platform,
    expired.map(({ before, after: row }) => {
      const isConnected = connected.has(row.id);
      const shownBefore = trueState({ ...before, status_until: null }, isConnected);
      return { row, before: shownBefore, after: trueState(row, isConnected) };
    }),
  );
}

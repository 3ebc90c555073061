import { forbidden, notFound } from '../../../platform/server/http/errors.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { ShownStatus } from '../../people/contract.ts';
import { type PersonRow, toPerson } from '../../people/server/public.ts';
import { setStatus, userStatusChange } from '../contract.ts';
import { storeStatus } from './status.ts';

/**
 * Who is there, as each person chooses to show it. Nobody sets the status of somebody else, and who is
 * invisible looks offline to everybody but themselves.
 */
export function presenceModule({ db, realtime, routes }: Platform): void {
  function announce(row: PersonRow): void {
    const { id: userId, first_name: firstName, last_name: lastName, status } = row;
    const frame = (shown: ShownStatus) => ({ userId, status: shown, firstName, lastName });
    const shown = toPerson(row).status;
    realtime.publish('everyone:', userStatusChange, frame(shown));
    // Second, so that on the person's own sockets the true one stands.
    if (shown !== status) realtime.publish(`user:${userId}`, userStatusChange, frame(status));
  }

  routes.add(setStatus, async ({ actor, params, body }) => {
    if (params.id !== actor.userId) throw forbidden('You can only set your own status.');
    const row = await storeStatus(db, actor.userId, body.status);
    if (!row) throw notFound();
    announce(row);
    return { ...toPerson(row), status: row.status };
  });
}

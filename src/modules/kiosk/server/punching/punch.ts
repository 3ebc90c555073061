import { sql } from 'kysely';
import { storeNames } from '../../../../platform/contract/names.ts';
import { conflict, forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import { findActor, hashToken, newToken } from '../../../access/server/public.ts';
import { type Clock, possiblePunches } from '../../../time-clock/contract.ts';
import { getClock, publishHours, recordKioskPunch } from '../../../time-clock/server/public.ts';
import type * as calls from '../../contract.ts';
import { signInSeconds } from '../../contract.ts';
import { type Device, getDevice } from '../devices/credential.ts';
import type { PinCheck } from '../pins/verify.ts';
import { canPunch } from '../policy.ts';
import type { KioskDb } from '../tables.ts';

const clockOf = ({ status, since, store, forgotten, todayMs, weekMs, serverTime }: Clock) => ({
  status,
  since,
  store,
  forgotten,
  todayMs,
  weekMs,
  serverTime,
});

/** Identifies someone for one punch. No session begins: the token opens nothing but `punchAtKiosk` at this device. */
export function signInAtKiosk(
  platform: Platform,
  pins: Pick<PinCheck, 'identify'>,
): Handler<typeof calls.signInAtKiosk> {
  const db: KioskDb = platform.db;
  return async ({ body: { number, pin }, cookies, ip }) => {
    const device = await getDevice(db, { cookies });
    const userId = await pins.identify({ number, pin, device, ip });
    const actor = await getWorker(db, userId);
    const token = newToken();
    await db
      .insertInto('kiosk_sign_ins')
      .values({
        token_hash: hashToken(token),
        device_id: device.id,
        user_id: userId,
        client_id: null,
        expires_at: sql<Date>`now() + make_interval(secs => ${signInSeconds})`,
      })
      .execute();
    const clock = await getClock(db, actor);
    const refusal = refusalOf(actor, device, clock);
    const actions = clock.forgotten
      ? (['clock_in', 'clock_out'] as const)
      : possiblePunches[clock.status];
    return {
      token,
      name: `${actor.firstName} ${actor.lastName}`,
      clock: clockOf(clock),
      actions: actions.filter((kind) => kind !== 'clock_in' || refusal === null),
      refusal,
    };
  };
}

async function getWorker(db: KioskDb, userId: number): Promise<Actor> {
  const actor = await findActor(db, userId);
  if (!actor || !canPunch(actor)) {
    throw forbidden('Your account may not use the time clock. Ask your manager.');
  }
  return actor;
}

/** A shift begins at a store where the person works; wherever it is, it can end. */
function refusalOf(actor: Actor, { store }: Device, { status, forgotten }: Clock): string | null {
  if ((status !== 'clocked_out' && !forgotten) || ownStores(actor).includes(store)) return null;
  return `You do not work at ${storeNames[store]}. Clock in at a kiosk of your store.`;
}

const expired = () => conflict('This took too long. Enter your number and PIN again.');

export function punchAtKiosk(platform: Platform): Handler<typeof calls.punchAtKiosk> {
  const db: KioskDb = platform.db;
  return async ({ body: { token, clientId, kind }, cookies }) => {
    const device = await getDevice(db, { cookies });
    const { userId, punched } = await db.transaction().execute(async (tx) => {
      // A repeat of the same punch is answered for a while longer: its first answer may have been lost.
      const signIn = await tx
        .selectFrom('kiosk_sign_ins')
        .select(['user_id', 'client_id', sql<boolean>`expires_at > now()`.as('isLive')])
        .where('token_hash', '=', hashToken(token))
        .where('device_id', '=', device.id)
        .forUpdate()
        .executeTakeFirst();
      const isRepeat = signIn?.client_id === clientId;
      if (!signIn || (!isRepeat && (signIn.client_id !== null || !signIn.isLive))) throw expired();
      const worker = await getWorker(tx, signIn.user_id);
      const { store, name } = device;
      const recorded = await recordKioskPunch(
        tx,
        { id: worker.userId, store_access: worker.storeAccess },
        { clientId, kind, store, device: name },
      );
      if (recorded.isNew) {
        await tx
          .updateTable('kiosk_sign_ins')
          .set({ client_id: clientId })
          .where('token_hash', '=', hashToken(token))
          .execute();
        await tx
          .insertInto('kiosk_punches')
          .values({ punch_id: recorded.id, device_id: device.id })
          .execute();
      }
      return { userId: signIn.user_id, punched: recorded };
    });
    if (punched.isNew) publishHours(platform, userId);
    const clock = await getClock(db, await getWorker(db, userId));
    return { kind: punched.kind, at: punched.at.toISOString(), clock: clockOf(clock) };
  };
}

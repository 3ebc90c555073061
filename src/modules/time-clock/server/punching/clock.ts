import { permits, type Store } from '../../../../platform/contract/access.ts';
import { dateAt } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { type Clock, forgottenAfterMs, statusAfter } from '../../contract.ts';
import { canManageHours } from '../policy.ts';
import { findWeeks } from '../sheets/weeks.ts';
import type { ClockDb } from '../tables.ts';
import { findUsualStore, workStores } from '../workplace.ts';

/** The actor's clock as of now. `refusals`: the stores that accept no punch from where they are. */
export async function getClock(
  database: Db<AnyTables>,
  actor: Actor,
  refusals: ReadonlyMap<Store, string> = new Map(),
): Promise<Clock> {
  const db: ClockDb = database;
  const now = Date.now();
  const person = { id: actor.userId, store_access: actor.storeAccess };
  const [weeks, clockState, store] = await Promise.all([
    findWeeks(db, [person], undefined, now),
    findClockState(db, actor.userId, now),
    findUsualStore(db, person, now),
  ]);
  const week = weeks.of.get(actor.userId);
  const { timezone } = weeks.group;
  const today = dateAt(timezone, now);
  return {
    ...clockState,
    todayMs: week?.counted.days.find(({ date }) => date === today)?.paidMs ?? 0,
    weekMs: week?.counted.totals.paidMs ?? 0,
    stores: workStores(person),
    store,
    waiting: week?.waiting ?? 0,
    refusals: workStores(person).flatMap((one) => {
      const reason = refusals.get(one);
      return reason === undefined ? [] : [{ store: one, reason }];
    }),
    timezone,
    serverTime: new Date(now).toISOString(),
    may: {
      seeTeam: canManageHours(actor),
      changeRules: permits({ admin: 'system_management' }, actor),
    },
  };
}

type ClockState = Pick<Clock, 'status' | 'since' | 'shiftStartedAt' | 'forgotten'>;

async function findClockState(db: ClockDb, userId: number, now: number): Promise<ClockState> {
  const punches = db
    .selectFrom('time_effective')
    .select(['kind', 'at'])
    .where('user_id', '=', userId);
  const [last, clockIn] = await Promise.all([
    punches.orderBy('at', 'desc').limit(1).executeTakeFirst(),
    punches.where('kind', '=', 'clock_in').orderBy('at', 'desc').limit(1).executeTakeFirst(),
  ]);
  const status = last ? statusAfter[last.kind] : 'clocked_out';
  const shiftStart = status === 'clocked_out' ? undefined : clockIn?.at;
  return {
    status,
    since: last?.at.toISOString() ?? null,
    shiftStartedAt: shiftStart?.toISOString() ?? null,
    forgotten: shiftStart !== undefined && now - shiftStart.getTime() >= forgottenAfterMs,
  };
}

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import type { Employed } from '../../admin/test/office.ts';
import type { Change } from '../contract/corrections.ts';
import { type PunchKind, punchKinds } from '../contract.ts';
import { findFault, inOrder, type Moment } from '../server/hours/sequence.ts';
import { possibleFrom } from './sequences.ts';
import { ask, hourMs, openShop, type Shop, sheetOf } from './shop.ts';
import { byDay, isPaidUnder, stretchesOf } from './walk.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.stop());

/** No sequence of twenty reaches further back. */
const daysBack = 28;
/** As many as one correction may change. */
const mostChanges = 20;

type Counted = Moment & { id: number };

async function countedOf(userId: number): Promise<Counted[]> {
  const rows = await shop.platform.db
    .selectFrom('time_effective')
    .select(['id', 'kind', 'at'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute();
  return rows.map(({ id, kind, at }) => ({ id, kind: kind as PunchKind, at: at.getTime() }));
}

interface Wish {
  act: Change['act'];
  which: number;
  kind: PunchKind;
  byMs: number;
}

const wish: fc.Arbitrary<Wish> = fc.record({
  act: fc.constantFrom('add' as const, 'void' as const, 'move' as const),
  which: fc.nat(),
  kind: fc.constantFrom(...punchKinds),
  byMs: fc.oneof(
    fc.integer({ min: -5 * 60_000, max: 5 * 60_000 }),
    fc.integer({ min: -9 * hourMs, max: 9 * hourMs }),
  ),
});

/** What the wishes come to for these punches: each of them is touched once at most. */
function changesOf(wishes: readonly Wish[], counted: readonly Counted[]) {
  const changes: Change[] = [];
  let after: Moment[] = [...counted];
  const touched = new Set<number>();
  for (const { act, which, kind, byMs } of wishes) {
    const one = counted[which % counted.length];
    const at = Math.min((one?.at ?? 0) + byMs, Date.now() - 60_000);
    if (!one || touched.has(one.id)) continue;
    touched.add(one.id);
    const iso = new Date(at).toISOString();
    if (act === 'add') changes.push({ act, kind, at: iso });
    if (act === 'void') changes.push({ act, punchId: one.id });
    if (act === 'move') changes.push({ act, punchId: one.id, at: iso });
    if (act !== 'add') after = after.filter((moment) => moment !== one);
    if (act !== 'void') after.push({ kind: act === 'add' ? kind : one.kind, at });
  }
  return { changes, after: inOrder(after) };
}

const plain = (moments: readonly Moment[]) => moments.map(({ kind, at }) => ({ kind, at }));

/** Every week of theirs, day by day, against the walk over the punches that should count. */
async function expectCounted(person: Employed, moments: readonly Moment[]): Promise<void> {
  const zone = (await sheetOf(person)).rules.timezone;
  const today = dateAt(zone, Date.now());
  for (let back = 0; back <= daysBack; back += 7) {
    const { days, rules, serverTime, totals } = await sheetOf(person, addDays(today, -back));
    const stretches = stretchesOf(moments, Date.parse(serverTime));
    const paid = byDay(stretches.filter(isPaidUnder(rules)), rules.timezone);
    const all = byDay(stretches, rules.timezone);
    for (const day of days) {
      expect([day.date, day.paidMs]).toEqual([day.date, paid.get(day.date) ?? 0]);
      expect(day.workMs + day.paidBreakMs + day.unpaidBreakMs).toBe(all.get(day.date) ?? 0);
    }
    expect(totals.paidMs).toBe(days.reduce((sum, { paidMs }) => sum + paidMs, 0));
  }
}

let taken = 0;
let refused = 0;

async function correctAll(moments: readonly Moment[], rounds: Wish[][]): Promise<void> {
  const [nora, walt] = [await shop.employ(), await shop.employ({ role: 'manager' })];
  const adding = moments.map(({ kind, at }) => ({
    ...{ act: 'add' as const, kind },
    at: new Date(at).toISOString(),
  }));
  expect((await ask(walt, nora.id, adding)).status).toBe(201);
  let expected = plain(moments);
  for (const wishes of rounds) {
    const counted = await countedOf(nora.id);
    const { changes, after } = changesOf(wishes, counted);
    if (changes.length === 0) continue;
    const fits = findFault(after) === null;
    const { status } = await ask(walt, nora.id, changes);
    expect([status, changes]).toEqual([fits ? 201 : 409, changes]);
    if (fits) expected = plain(after);
    if (fits) taken += 1;
    else refused += 1;
    expect(plain(await countedOf(nora.id))).toEqual(expected);
  }
  await expectCounted(nora, expected);
}

test('hours that were corrected again and again come to exactly what counts by then', async () => {
  // Up to a while ago, so that a shift may still run.
  const worked = fc
    .tuple(possibleFrom(0), fc.integer({ min: 60_000, max: 24 * hourMs }))
    .filter(([all]) => all.length > 0)
    .map(([all, agoMs]) => {
      const some = all.slice(0, mostChanges);
      const later = Date.now() - agoMs - (some.at(-1)?.at ?? 0);
      return some.map(({ kind, at }) => ({ kind, at: at + later }));
    });
  const round = fc.array(wish, { minLength: 1, maxLength: 4, size: 'max' });
  const rounds = fc.array(round, { minLength: 4, maxLength: 14, size: 'max' });
  await fc.assert(fc.asyncProperty(worked, rounds, correctAll), {
    numRuns: 12,
    seed: 20_261_122,
    endOnFailure: true,
  });
  // Otherwise it has shown nothing.
  expect(Math.min(taken, refused)).toBeGreaterThan(10);
});

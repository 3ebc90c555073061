import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import type { Change } from '../contract/corrections.ts';
import { type PunchKind, punchKinds } from '../contract.ts';
import { findFault, inOrder, type Punch } from '../server/hours/sequence.ts';
import { byDay, intervalsOf, isPaidUnder } from './reference.ts';
import { validSequencesFrom } from './sequences.ts';
import { type ClockStage, correct, hourMs, openClockStage, timesheetOf } from './stage.ts';

let stage: ClockStage;
beforeAll(async () => {
  stage = await openClockStage();
});
afterAll(() => stage.stop());

/** No sequence of twenty punches reaches further back. */
const daysBack = 28;
/** The maximum per correction. */
const maxChanges = 20;

type Counted = Punch & { id: number };

async function countedOf(userId: number): Promise<Counted[]> {
  const rows = await stage.platform.db
    .selectFrom('time_effective')
    .select(['id', 'kind', 'at'])
    .where('user_id', '=', userId)
    .orderBy('at')
    .execute();
  return rows.map(({ id, kind, at }) => ({ id, kind: kind as PunchKind, at: at.getTime() }));
}

interface ChangeSeed {
  act: Change['act'];
  which: number;
  kind: PunchKind;
  byMs: number;
}

const changeSeed: fc.Arbitrary<ChangeSeed> = fc.record({
  act: fc.constantFrom('add' as const, 'void' as const, 'move' as const),
  which: fc.nat(),
  kind: fc.constantFrom(...punchKinds),
  byMs: fc.oneof(
    fc.integer({ min: -5 * 60_000, max: 5 * 60_000 }),
    fc.integer({ min: -9 * hourMs, max: 9 * hourMs }),
  ),
});

/** The changes that the seeds describe; each punch is changed at most once. */
function changesOf(seeds: readonly ChangeSeed[], counted: readonly Counted[]) {
  const changes: Change[] = [];
  let after: Punch[] = [...counted];
  const touched = new Set<number>();
  for (const { act, which, kind, byMs } of seeds) {
    const target = counted[which % counted.length];
    const at = Math.min((target?.at ?? 0) + byMs, Date.now() - 60_000);
    if (!target || touched.has(target.id)) continue;
    touched.add(target.id);
    const iso = new Date(at).toISOString();
    if (act === 'add') changes.push({ act, kind, at: iso });
    if (act === 'void') changes.push({ act, punchId: target.id });
    if (act === 'move') changes.push({ act, punchId: target.id, at: iso });
    if (act !== 'add') after = after.filter((punch) => punch !== target);
    if (act !== 'void') after.push({ kind: act === 'add' ? kind : target.kind, at });
  }
  return { changes, after: inOrder(after) };
}

const plain = (punches: readonly Punch[]) => punches.map(({ kind, at }) => ({ kind, at }));

/** Compares every week, day by day, with the reference calculation. */
async function expectCounted(person: StageUser, punches: readonly Punch[]): Promise<void> {
  const zone = (await timesheetOf(person)).rules.timezone;
  const today = dateAt(zone, Date.now());
  for (let back = 0; back <= daysBack; back += 7) {
    const { days, rules, serverTime, totals } = await timesheetOf(person, addDays(today, -back));
    const intervals = intervalsOf(punches, Date.parse(serverTime));
    const paid = byDay(intervals.filter(isPaidUnder(rules)), rules.timezone);
    const all = byDay(intervals, rules.timezone);
    for (const day of days) {
      expect([day.date, day.paidMs]).toEqual([day.date, paid.get(day.date) ?? 0]);
      expect(day.workMs + day.paidBreakMs + day.unpaidBreakMs).toBe(all.get(day.date) ?? 0);
    }
    expect(totals.paidMs).toBe(days.reduce((sum, { paidMs }) => sum + paidMs, 0));
  }
}

let accepted = 0;
let rejected = 0;

async function correctAll(punches: readonly Punch[], rounds: ChangeSeed[][]): Promise<void> {
  const nora = await stage.addEmployee();
  const walt = await stage.addEmployee({ role: 'manager' });
  const adding = punches.map(({ kind, at }) => ({
    act: 'add' as const,
    kind,
    at: new Date(at).toISOString(),
  }));
  expect((await correct(walt, nora.id, adding)).status).toBe(201);
  let expected = plain(punches);
  for (const seeds of rounds) {
    const counted = await countedOf(nora.id);
    const { changes, after } = changesOf(seeds, counted);
    if (changes.length === 0) continue;
    const fits = findFault(after) === null;
    const { status } = await correct(walt, nora.id, changes);
    expect([status, changes]).toEqual([fits ? 201 : 409, changes]);
    if (fits) expected = plain(after);
    if (fits) accepted += 1;
    else rejected += 1;
    expect(plain(await countedOf(nora.id))).toEqual(expected);
  }
  await expectCounted(nora, expected);
}

test('repeatedly corrected hours match the reference calculation exactly', async () => {
  // Ends shortly before now, so that a shift may still be running.
  const worked = fc
    .tuple(validSequencesFrom(0), fc.integer({ min: 60_000, max: 24 * hourMs }))
    .filter(([all]) => all.length > 0)
    .map(([all, agoMs]) => {
      const limited = all.slice(0, maxChanges);
      const later = Date.now() - agoMs - (limited.at(-1)?.at ?? 0);
      return limited.map(({ kind, at }) => ({ kind, at: at + later }));
    });
  const round = fc.array(changeSeed, { minLength: 1, maxLength: 4, size: 'max' });
  const rounds = fc.array(round, { minLength: 4, maxLength: 14, size: 'max' });
  await fc.assert(fc.asyncProperty(worked, rounds, correctAll), {
    numRuns: 12,
    seed: 20_261_122,
    endOnFailure: true,
  });
  // Otherwise the test proves nothing.
  expect(Math.min(accepted, rejected)).toBeGreaterThan(10);
});

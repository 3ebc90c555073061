import { sql } from 'kysely';
import { addDays } from '../../../platform/contract/wallTime.ts';
import { violatedConstraint } from '../../../platform/server/db/database.ts';
import {
  confirmationRequired,
  conflict,
  forbidden,
  invalid,
  notFound,
} from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import { assertVersion } from '../../../platform/server/records/versions.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { listOutEquipment } from '../../employees/server/public.ts';
import { findPeopleByIds } from '../../people/server/public.ts';
import { type ItemInput, kindsOf, type RunKind } from '../contract/kinds.ts';
import type * as calls from '../contract.ts';
import { checkRun } from './checks.ts';
import { addEvent } from './events.ts';
import { countHandover } from './handing-over/list.ts';
import { isAvailable } from './policy.ts';
import { publishRun } from './publish.ts';
import {
  type FullItem,
  type FullRun,
  findItems,
  findRuns,
  getRunRow,
  getToday,
  isAccountSettled,
  isFinishable,
  lockRun,
  mayDecide,
  toItem,
} from './rows.ts';
import { describeRun } from './runs/find.ts';
import { assertKeeps, assertOpen, closeRun } from './runs/save.ts';
import { explainOpenRun } from './runs/start.ts';
import type { OnboardingServices } from './services.ts';
import type { OnboardingDb } from './tables.ts';

const maxItems = 100;

const actions = {
  done: 'onboarding.item_done',
  skipped: 'onboarding.item_skipped',
  open: 'onboarding.item_reopened',
} as const;

/** Throws 400 for an item that this kind of list can't have, or an owner who can't do it. */
export async function assertValidItems(
  db: OnboardingDb,
  kind: RunKind,
  items: readonly ItemInput[],
  field: (at: number, name: string) => string = (_, name) => name,
): Promise<void> {
  const refuse = (at: number, name: string, problem: string) =>
    invalid(`${problem}.`, { [field(at, name)]: problem });
  for (const [at, item] of items.entries()) {
    if (!kindsOf[kind].includes(item.kind)) throw refuse(at, 'kind', 'Choose what it is');
    if ((item.owner === 'person') !== (item.ownerId !== null)) {
      throw refuse(at, 'ownerId', 'Choose who does it');
    }
  }
  const ids = items.flatMap(({ ownerId }) => ownerId ?? []);
  const people = new Map((await findPeopleByIds(db, ids)).map((person) => [person.id, person]));
  const wrong = items.findIndex(
    ({ ownerId }) => ownerId !== null && !isAvailable(people.get(ownerId)),
  );
  if (wrong !== -1) throw refuse(wrong, 'ownerId', 'Choose an active employee');
}

const columnsOf = (input: ItemInput, day: string) => ({
  title: input.title,
  note: input.note,
  kind: input.kind,
  owner: input.owner,
  owner_id: input.ownerId,
  due_days: input.dueDays,
  due_on: addDays(day, input.dueDays),
});

export function addItem(services: OnboardingServices): Handler<typeof calls.addItem> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { runId }, body: { clientId, ...input } }) => {
    await writes.consume(String(actor.userId));
    try {
      await db.transaction().execute(async (tx) => {
        const run = await getRunRow(tx, actor, runId, { lock: true });
        assertKeeps(run);
        assertOpen(run);
        await assertValidItems(tx, run.kind, [input]);
        if (run.total >= maxItems) throw conflict('A list can have at most 100 items.');
        await tx
          .insertInto('onboarding_items')
          .values({
            run_id: runId,
            position: run.total + 1,
            ...columnsOf(input, run.day),
            client_id: clientId,
          })
          .execute();
        await addEvent(tx, runId, actor.userId, {
          kind: 'items',
          added: input.title,
          removed: null,
        });
      });
    } catch (error) {
      // Sent twice, it is one item.
      if (violatedConstraint(error) !== 'onboarding_items_run_id_client_id_key') throw error;
    }
    await publishRun(platform, runId);
    return describeRun(services, actor, runId);
  };
}

/** An open item under its run's lock. Throws 404, 403 unless the actor keeps the list, and 409. */
async function lockKept(tx: OnboardingDb, actor: Actor, itemId: number, version: number) {
  const { run, item } = await lockItem(tx, actor, itemId);
  if (!item.sees) throw notFound();
  assertKeeps(run);
  assertOpen(run);
  assertVersion(item, version, 'this item', 'load');
  if (item.state !== 'open') throw conflict('This item is not open. Open it again first.');
  return { run, item };
}

async function lockItem(tx: OnboardingDb, actor: Actor, itemId: number) {
  await lockRun(tx, sql`(select run_id from onboarding_items where id = ${itemId})`);
  const [item] = await findItems(tx, actor, sql`i.id = ${itemId}`);
  const [run] = item ? await findRuns(tx, actor, sql`r.id = ${item.run_id}`) : [];
  if (!item || !run) throw notFound();
  return { run, item };
}

export function saveItem(services: OnboardingServices): Handler<typeof calls.saveItem> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { itemId }, body: { version, ...input } }) => {
    await writes.consume(String(actor.userId));
    const runId = await db.transaction().execute(async (tx) => {
      const { run, item } = await lockKept(tx, actor, itemId, version);
      await assertValidItems(tx, run.kind, [input]);
      await tx
        .updateTable('onboarding_items')
        .set({
          ...columnsOf(input, run.day),
          due_notified_at: null,
          overdue_notified_at: null,
          version: item.version + 1,
        })
        .where('id', '=', itemId)
        .execute();
      return run.id;
    });
    await publishRun(platform, runId);
    return describeRun(services, actor, runId);
  };
}

export function removeItem(services: OnboardingServices): Handler<typeof calls.removeItem> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { itemId }, query: { version } }) => {
    await writes.consume(String(actor.userId));
    const runId = await db.transaction().execute(async (tx) => {
      const { run, item } = await lockKept(tx, actor, itemId, version);
      await tx.deleteFrom('onboarding_items').where('id', '=', itemId).execute();
      await addEvent(tx, run.id, actor.userId, { kind: 'items', added: null, removed: item.title });
      return run.id;
    });
    await publishRun(platform, runId);
    return describeRun(services, actor, runId);
  };
}

/**
 * Marks, skips or reopens an item. What the system checks can't be marked as done before it is; with the last open item
 * the list is done, which needs a reason while something is still out.
 */
export function decideItem(services: OnboardingServices): Handler<typeof calls.decideItem> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { itemId }, body: { version, state, reason }, ip }) => {
    await writes.consume(String(actor.userId));
    const decide = async (tx: OnboardingDb): Promise<number> => {
      const { run, item } = await lockItem(tx, actor, itemId);
      if (!item.sees && !item.is_mine) throw notFound();
      if (item.state === state) return run.id;
      const reopens = run.outcome === 'done' && state === 'open';
      if (!reopens) assertOpen(run);
      if (!mayDecide({ ...item, is_run_open: item.is_run_open || reopens })) throw refusalOf(item);
      assertVersion(item, version, 'this item', 'load');
      const inTx = { ...services, db: tx };
      if (state === 'done') await assertMet(inTx, actor, run, item);
      if (state === 'skipped' && reason === null) {
        throw invalid('Say why this is skipped.', { reason: 'Enter a reason' });
      }
      await tx
        .updateTable('onboarding_items')
        .set({
          state,
          state_by: state === 'open' ? null : actor.userId,
          state_at: state === 'open' ? null : new Date(),
          reason: state === 'open' ? null : reason,
          version: item.version + 1,
        })
        .where('id', '=', itemId)
        .execute();
      await addEvent(tx, run.id, actor.userId, { kind: 'item', title: item.title, state, reason });
      await recordActivity(tx, {
        actor,
        action: actions[state],
        subject: { type: 'user', id: run.user_id, name: run.name },
        after: { item: item.title },
        ip,
      });
      if (reopens) await reopen(tx, actor, run);
      else if (state !== 'open' && run.done + 1 === run.total) {
        await finish(inTx, run, { actor, reason, ip });
      }
      return run.id;
    };
    const runId = await db
      .transaction()
      .execute(decide)
      .catch((error) => {
        throw explainOpenRun(error);
      });
    await publishRun(platform, runId);
    const [after] = await findItems(db, actor, sql`i.id = ${itemId}`);
    if (!after) throw notFound();
    return toItem(after, await getToday(db));
  };
}

const unsettled = {
  offboarding: 'The account has not ended yet.',
  onboarding: 'The account has not started yet.',
} as const;

/** Finishes a list of which nothing is left, although no task was decided last: the account has ended after all of them. */
export function finishRun(services: OnboardingServices): Handler<typeof calls.finishRun> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { runId }, body: { version, reason }, ip }) => {
    await writes.consume(String(actor.userId));
    await db.transaction().execute(async (tx) => {
      const run = await getRunRow(tx, actor, runId, { lock: true, version });
      assertKeeps(run);
      assertOpen(run);
      if (!isFinishable(run)) {
        throw conflict(run.done < run.total ? 'Some tasks are still open.' : unsettled[run.kind]);
      }
      await finish({ ...services, db: tx }, run, { actor, reason, ip });
    });
    await publishRun(platform, runId);
    return describeRun(services, actor, runId);
  };
}

function refusalOf(item: FullItem): Error {
  if (item.kind === 'account_ended') {
    return conflict('This is marked as done when the account has ended.');
  }
  return forbidden(
    item.owner === 'it'
      ? 'Only those who manage accounts can decide this.'
      : 'Only its owner and HR can decide this.',
  );
}

type InTransaction = OnboardingServices & { db: OnboardingDb };

async function assertMet(
  services: InTransaction,
  actor: Actor,
  run: FullRun,
  item: FullItem,
): Promise<void> {
  const check = (await checkRun(services, actor, run, new Set([item.kind]))).get(item.kind);
  if (!check || check.isMet) return;
  throw conflict(`${check.text} Skip it with a reason, or finish it first.`);
}

/** With the last item done. Before the account has ended, or started as planned, the list stays open. */
async function finish(
  services: InTransaction,
  run: FullRun,
  { actor, reason, ip }: { actor: Actor; reason: string | null; ip: string },
): Promise<void> {
  const { db } = services;
  if (!isAccountSettled(run)) return;
  if (run.kind === 'offboarding') {
    const out = run.user_id === null ? [] : await listOutEquipment(db, run.user_id);
    const open = run.user_id === null ? 0 : await countHandover(services, actor, run.user_id);
    if (out.length + open > 0 && reason === null) {
      const sentence = [
        out.length > 0 && `${out.length} ${out.length === 1 ? 'thing is' : 'things are'} still out`,
        open > 0 && `${open} ${open === 1 ? 'thing is' : 'things are'} not handed over`,
      ]
        .filter((part) => part)
        .join(', and ');
      throw confirmationRequired(`${sentence}. Enter a reason to finish the list.`, {
        reason: 'Enter a reason',
      });
    }
  }
  await closeRun(db, run, { actor, outcome: 'done', reason, ip });
}

async function reopen(tx: OnboardingDb, actor: Actor, run: FullRun): Promise<void> {
  await sql`update onboarding_runs set closed_by = null, closed_at = null, outcome = null,
    closing_reason = null, version = version + 1 where id = ${run.id}`.execute(tx);
  await addEvent(tx, run.id, actor.userId, { kind: 'reopened' });
}

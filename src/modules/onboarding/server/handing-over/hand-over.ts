import { sql } from 'kysely';
import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import { forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import {
  type HandoverResult,
  type HandoverSource,
  handoverFailure,
} from '../../../../platform/server/records/handover.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { findManagers } from '../../../employees/server/public.ts';
import { findPeopleByIds } from '../../../people/server/public.ts';
import type * as calls from '../../contract.ts';
import { addEvent } from '../events.ts';
import { isAvailable } from '../policy.ts';
import { publishRun } from '../publish.ts';
import { type FullRun, getRunRow } from '../rows.ts';
import type { OnboardingServices } from '../services.ts';
import type { OnboardingDb } from '../tables.ts';
import { listHandover } from './list.ts';

/**
 * HR of their store and the managers above them, never they themselves; of a list that is done, while the account has
 * ended. Someone who was hired again keeps what they have.
 */
export const mayHandOver = (actor: Actor, run: FullRun): boolean =>
  run.kind === 'offboarding' &&
  run.user_id !== null &&
  run.user_id !== actor.userId &&
  (run.outcome === null || (run.outcome === 'done' && !run.is_active)) &&
  (run.keeps || run.in_line);

async function getLeaving(db: OnboardingDb, actor: Actor, runId: number) {
  const run = await getRunRow(db, actor, runId);
  if (run.kind !== 'offboarding' || run.user_id === null) throw notFound();
  if (!mayHandOver(actor, run)) {
    throw forbidden('Only HR and the managers above an employee can hand over what they have.');
  }
  return { run, userId: run.user_id };
}

export function getHandover(services: OnboardingServices): Handler<typeof calls.getHandover> {
  const { db, sources } = services;
  return async ({ actor, params: { runId } }): Promise<AnswerOf<typeof calls.getHandover>> => {
    const { run, userId } = await getLeaving(db, actor, runId);
    const lists = await listHandover(services, actor, userId);
    const [managerId = null] = await findManagers(db, userId);
    const { rows } = await sql<{ id: number; name: string }>`
      select u.id, u.shown_name as name from users u
      where u.is_active and not u.pending and u.deleted_at is null and u.id <> ${userId}
        and u.protection is distinct from 'system_bot'
      order by u.id = ${managerId} desc nulls last, u.last_name, u.first_name, u.id
      limit 2000`.execute(db);
    return {
      employee: { id: userId, name: run.name },
      sources: sources.map(({ key, title, act }, at) => ({
        key,
        title,
        act,
        items: lists[at] ?? [],
      })),
      successors: rows,
      managerId,
    };
  };
}

/**
 * Moves everything in one request. Each source has a transaction of its own: what it refuses is named and stays, and
 * the request can be repeated, as what was moved is no longer there to move.
 */
export function handOver(services: OnboardingServices): Handler<typeof calls.handOver> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { runId }, body: { moves }, ip }) => {
    await writes.consume(String(actor.userId));
    const { run, userId } = await getLeaving(db, actor, runId);
    const planned = await planMoves(services, userId, moves);
    const problems: AnswerOf<typeof calls.handOver>['problems'] = [];
    let moved = 0;
    for (const { source, to, ids } of planned) {
      const from = { id: userId, name: run.name };
      // What is canceled or ended goes to no one.
      const result = await source
        .move({ actor, from, to: to ?? from, ids, ip })
        .catch((error): HandoverResult => {
          const problems = ids.map((id) => ({ id, message: handoverFailure }));
          return { moved: [], problems, error };
        });
      // The other sources must not wait for it; it can be repeated.
      if (result.error) {
        platform.log.error({ err: result.error, source: source.key }, 'Failed to hand over');
      }
      moved += result.moved.length;
      problems.push(...result.problems.map((problem) => ({ source: source.key, ...problem })));
      if (result.moved.length === 0) continue;
      const count = result.moved.length;
      await addEvent(db, runId, actor.userId, {
        kind: 'moved',
        what: source.title,
        count,
        to: to?.name ?? null,
        ...(source.act === 'end' && { isEnded: true }),
      });
      await recordActivity(db, {
        actor,
        action: 'onboarding.handed_over',
        subject: { type: 'user', id: userId, name: run.name },
        after: { what: source.key, count, to: to?.id ?? null },
        ip,
      });
    }
    if (moved > 0) await publishRun(platform, runId);
    return { moved, problems };
  };
}

interface PlannedMove {
  source: HandoverSource;
  to: { id: number; name: string } | null;
  ids: string[];
}

type Move = Parameters<ReturnType<typeof handOver>>[0]['body']['moves'][number];

/** Everything is checked before anything moves. */
async function planMoves(
  { db, sources }: OnboardingServices,
  userId: number,
  moves: readonly Move[],
): Promise<PlannedMove[]> {
  const ids = moves.flatMap(({ toId }) => toId ?? []);
  const people = new Map((await findPeopleByIds(db, ids)).map((person) => [person.id, person]));
  return moves.map((move, at): PlannedMove => {
    const source = sources.find(({ key }) => key === move.source);
    if (!source) {
      throw invalid('Reload the page and try again.', { [`moves.${at}.source`]: 'Unknown' });
    }
    if (source.act !== 'move') return { source, to: null, ids: move.ids };
    const to = move.toId === null ? undefined : people.get(move.toId);
    if (!isAvailable(to) || to.id === userId) {
      const problem = 'Choose an active employee';
      throw invalid(`${problem} for ${source.title.toLowerCase()}.`, {
        [`moves.${at}.toId`]: problem,
      });
    }
    return { source, to: { id: to.id, name: to.shown_name }, ids: move.ids };
  });
}

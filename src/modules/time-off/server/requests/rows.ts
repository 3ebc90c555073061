import { type RawBuilder, sql } from 'kysely';
import type { Department, Store } from '../../../../platform/contract/access.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Portion, Request, State } from '../../contract/requests.ts';
import { decidableBy, findToday, readsReasonsOf, visibleTo } from '../policy.ts';
import type { TimeOffDb } from '../tables.ts';
import { findApprovers } from './approvers.ts';

interface Row {
  id: number;
  user_id: number;
  user_name: string;
  job_title: string | null;
  store: Store | null;
  department: Department | null;
  kind_id: number;
  starts_on: string;
  ends_on: string;
  portion: Portion;
  from_minute: number;
  to_minute: number;
  days: { day: string; minutes: number }[];
  reason: string;
  shows_reason: boolean;
  state: State;
  replaces_id: number | null;
  created_by: string;
  created_at: Date;
  decided_by: string | null;
  decided_at: Date | null;
  decision_reason: string;
  version: number;
  is_self: boolean;
  decides: boolean;
}

/** A request, and who is asked to decide. */
export interface ReadRequest {
  request: Request;
  approverIds: number[];
}

/** The requests `r` of employees `e` that the actor may see; `tail` has further conditions, the order and the limit. */
export async function readRequests(
  db: TimeOffDb,
  actor: Actor,
  tail: RawBuilder<unknown>,
): Promise<ReadRequest[]> {
  const { rows } = await sql<Row>`
    select r.id, r.user_id, u.shown_name as user_name, e.job_title, e.store, e.department, r.kind_id,
      r.starts_on::text as starts_on, r.ends_on::text as ends_on, r.portion, r.from_minute, r.to_minute,
      coalesce((select jsonb_agg(jsonb_build_object('day', d.day, 'minutes', d.minutes) order by d.day)
        from time_off_days d where d.request_id = r.id), '[]') as days,
      r.reason, (not k.hides_reason or ${readsReasonsOf(actor)}) as shows_reason, r.state, r.replaces_id,
      author.shown_name as created_by, r.created_at, decider.shown_name as decided_by, r.decided_at,
      r.decision_reason, r.version, e.user_id = ${actor.userId} as is_self, ${decidableBy(actor)} as decides
    from time_off_requests r join employees e on e.user_id = r.user_id join users u on u.id = r.user_id
    join time_off_kinds k on k.id = r.kind_id join users author on author.id = r.created_by
    left join users decider on decider.id = r.decided_by
    where ${visibleTo(actor)} and ${tail}`.execute(db);
  const pending = rows.filter(({ state }) => state === 'pending');
  const today = await findToday(db);
  const approvers = await findApprovers(db, [...new Set(pending.map((row) => row.user_id))], today);
  return rows.map((row) => {
    const asked = row.state === 'pending' ? (approvers.get(row.user_id) ?? []) : [];
    return {
      request: toRequest(
        row,
        asked.map(({ name }) => name),
        today,
      ),
      approverIds: asked.map(({ id }) => id),
    };
  });
}

export async function getRequest(db: TimeOffDb, actor: Actor, id: number): Promise<ReadRequest> {
  const [found] = await readRequests(db, actor, sql`r.id = ${id}`);
  if (!found) throw notFound();
  return found;
}

/** Whether it may be ended: before it begins by the person, at any time by those who decide. */
export const canCancel = (
  { starts_on, state }: Pick<Row, 'starts_on' | 'state'>,
  { isSelf, decides }: { isSelf: boolean; decides: boolean },
  today: string,
): boolean => state === 'approved' && (decides || (isSelf && starts_on > today));

function toRequest(row: Row, waitsFor: string[], today: string): Request {
  const { is_self: isSelf, decides, state } = row;
  const isPending = state === 'pending';
  const cancel = canCancel(row, { isSelf, decides }, today);
  return {
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    jobTitle: row.job_title ?? '',
    store: row.store,
    department: row.department,
    kindId: row.kind_id,
    startsOn: row.starts_on,
    endsOn: row.ends_on,
    portion: row.portion,
    fromMinute: row.from_minute,
    toMinute: row.to_minute,
    minutes: row.days.reduce((sum, { minutes }) => sum + minutes, 0),
    days: row.days,
    reason: row.shows_reason || row.reason === '' ? row.reason : null,
    state,
    replacesId: row.replaces_id,
    createdBy: row.created_by,
    createdAt: row.created_at.toISOString(),
    decidedBy: row.decided_by,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason,
    waitsFor,
    version: row.version,
    may: {
      decide: isPending && decides,
      withdraw: isPending && isSelf,
      cancel,
      change: (isPending && isSelf) || cancel,
    },
  };
}

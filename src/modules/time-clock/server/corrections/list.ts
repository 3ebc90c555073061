import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Role } from '../../../../platform/contract/access.ts';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Correction } from '../../contract/corrections.ts';
import { managedBy } from '../managed-people.ts';
import { canManageHoursOf } from '../policy.ts';
import type { ClockDb, CorrectionRow, StoredChange } from '../tables.ts';
import { touches } from './pending.ts';

type Row = CorrectionRow & {
  user_name: string;
  role: Role;
  store_access: string[];
  author_name: string;
  decision: Correction['state'] | null;
  decided_at: Date | null;
  decision_reason: string | null;
  decider_name: string | null;
};

const maxRows = 500;

async function find(
  db: ClockDb,
  actor: Actor,
  condition: RawBuilder<SqlBool>,
): Promise<Correction[]> {
  const { rows } = await sql<Row>`
    select c.*, u.shown_name as user_name, u.role, u.store_access,
      a.shown_name as author_name,
      d.decision, d.decided_at, d.reason as decision_reason,
      b.shown_name as decider_name
    from time_corrections c
    join users u on u.id = c.user_id
    join users a on a.id = c.author_id
    left join time_decisions d on d.correction_id = c.id
    left join users b on b.id = d.decided_by
    where ${condition}
    order by c.id limit ${sql.lit(maxRows)}`.execute(db);
  return rows.map((row) => toCorrection(row, actor));
}

/** The requests pending this person's decision, oldest first. */
export const listWaiting = (db: ClockDb, actor: Actor): Promise<Correction[]> =>
  find(db, actor, sql`d.correction_id is null and ${managedBy(actor)}`);

export async function getCorrection(db: ClockDb, actor: Actor, id: number): Promise<Correction> {
  const [found] = await find(db, actor, sql`c.id = ${id}`);
  if (!found) throw notFound();
  return found;
}

/** The corrections of a person's hours between two instants, including pending ones. */
export const findCorrections = (
  db: ClockDb,
  actor: Actor,
  userId: number,
  span: { start: number; end: number },
): Promise<Correction[]> => find(db, actor, sql`c.user_id = ${userId} and ${touches(span)}`);

function toCorrection(row: Row, actor: Actor): Correction {
  const isPending = row.decision === null;
  const isManaged = canManageHoursOf(actor, {
    id: row.user_id,
    role: row.role,
    store_access: row.store_access,
  });
  return {
    id: row.id,
    userId: row.user_id,
    userName: row.user_name,
    authorName: row.author_name,
    origin: row.origin,
    reason: row.reason,
    changes: row.changes.map(toShown),
    createdAt: row.created_at.toISOString(),
    state: row.decision ?? 'waiting',
    decidedBy: row.decider_name,
    decidedAt: row.decided_at?.toISOString() ?? null,
    decisionReason: row.decision_reason ?? '',
    may: { decide: isPending && isManaged, withdraw: isPending && row.author_id === actor.userId },
  };
}

const toShown = (change: StoredChange): Correction['changes'][number] => ({
  act: change.act,
  kind: change.kind,
  from: change.from,
  to: change.act === 'void' ? null : change.at,
  store: change.act === 'void' ? null : (change.store ?? null),
});

import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { readersAmong, readsChannel } from '../../../chat/server/public.ts';
import type { FigureRow, Figures, Period } from '../../contract.ts';
import type { RequestDb } from '../tables.ts';
import { isListed } from './rows.ts';

interface FiguresQuery {
  days: Period;
  channelId?: string | undefined;
}

/**
 * Response times of requests, in the channels the person is in, or by assignee within one they may read.
 * Calculated from exact times, never from rounded values.
 */
export async function readFigures(
  db: RequestDb,
  { userId }: Actor,
  { days, channelId }: FiguresQuery,
): Promise<Figures> {
  if (channelId !== undefined && !(await readersAmong(db, channelId, [userId])).has(userId)) {
    throw notFound();
  }
  const of = channelId === undefined ? byChannel : byOwner(channelId);
  const { rows } = await sql<Row>`
    select k.id, min(k.name) as name, grouping(k.id) = 1 as is_total, ${aggregates}
    from chat_requests r
    join chat_messages m on m.id = r.message_id and m.deleted_at is null
    join chat_channels c on c.id = r.channel_id
    join users u on u.id = ${userId} and ${readsChannel}
    left join users o on o.id = r.owner_id
    cross join lateral (${of.key}) k
    cross join lateral (select
      r.status in ('open', 'claimed') as active,
      r.asked_at > now() - make_interval(days => ${Number(days)}) as recent) f
    where (f.active or f.recent) and ${of.where}
    group by grouping sets ((), (k.id))
    order by is_total desc, open desc, done desc, name limit 500`.execute(db);
  const [total = none, ...others] = rows.map(toFigures);
  return {
    total,
    rows: others.flatMap((row) => (row.id === null ? [] : [{ ...row, id: row.id }])),
  };
}

interface Key {
  key: RawBuilder<unknown>;
  where: RawBuilder<boolean>;
}

const byChannel: Key = {
  key: sql`select c.id, c.name`,
  where: isListed,
};
const byOwner = (channelId: string): Key => ({
  key: sql`select o.id::text as id, o.shown_name as name`,
  where: sql<boolean>`r.channel_id = ${channelId}`,
});

const seconds = (from: string, to: string) =>
  sql`extract(epoch from ${sql.ref(to)} - ${sql.ref(from)})::float8`;
const percentile = (share: number, ofWhat: RawBuilder<unknown>, where: RawBuilder<unknown>) =>
  sql`percentile_cont(${sql.lit(share)}) within group (order by ${ofWhat}) filter (where ${where})`;

const claiming = seconds('r.asked_at', 'r.claimed_at');
const finishing = seconds('r.asked_at', 'r.closed_at');
const claimed = sql`f.recent and r.claimed_at is not null`;
const done = sql`f.recent and r.status = 'done'`;
const timed = sql`f.recent and r.due_at is not null
  and (r.status = 'done' or f.active and r.due_at < now())`;

const aggregates = sql`
  count(*) filter (where f.active) as open,
  count(*) filter (where f.active and r.due_at < now()) as overdue,
  count(*) filter (where ${claimed}) as claimed,
  ${percentile(0.5, claiming, claimed)} as median_claim,
  ${percentile(0.9, claiming, claimed)} as p90_claim,
  count(*) filter (where ${done}) as done,
  ${percentile(0.5, finishing, done)} as median_done,
  ${percentile(0.9, finishing, done)} as p90_done,
  (count(*) filter (where ${done} and r.closed_at <= r.due_at))::float8
    / nullif(count(*) filter (where ${timed}), 0) as in_time`;

interface Row {
  id: string | null;
  name: string | null;
  open: number;
  overdue: number;
  claimed: number;
  median_claim: number | null;
  p90_claim: number | null;
  done: number;
  median_done: number | null;
  p90_done: number | null;
  in_time: number | null;
}

type Found = Omit<FigureRow, 'id'> & { id: string | null };

function toFigures(row: Row): Found {
  return {
    id: row.id,
    name: row.name ?? '',
    open: row.open,
    overdue: row.overdue,
    claimed: row.claimed,
    medianClaimSeconds: row.median_claim,
    p90ClaimSeconds: row.p90_claim,
    done: row.done,
    medianDoneSeconds: row.median_done,
    p90DoneSeconds: row.p90_done,
    inTime: row.in_time,
  };
}

const none: Found = toFigures({
  id: null,
  name: null,
  open: 0,
  overdue: 0,
  claimed: 0,
  median_claim: null,
  p90_claim: null,
  done: 0,
  median_done: null,
  p90_done: null,
  in_time: null,
});

import { sql } from 'kysely';
import type { ReadKind } from '../../../platform/contract/endpoint.ts';
import { rateLimited } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Read, ReadMeter } from '../../../platform/server/http/reads.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { alertIfUnusual } from './alert.ts';

/**
 * Different records one user may list in an hour. Repeats cost nothing, so scrolling, search as you type and lists
 * that refresh themselves stay far below: two days of hard work are a few hundred.
 */
export const maxRecordsPerHour = 5_000;
const hourMs = 3_600_000;
const flushMs = 2_000;

interface Pending {
  calls: number;
  rows: number;
  records: number;
  exported: number;
}

/** One user in one hour, as far as this instance has served them. */
interface Reader {
  actor: Actor;
  hour: number;
  seen: Set<string>;
  /** Records counted by all instances, as of the last flush. */
  stored: number;
  pending: Map<ReadKind, Pending>;
}

const sentence =
  'You have listed an unusual number of different customer records within an hour, and your administrators have been notified.';

const viewed = {
  leads: { action: 'lead.viewed', type: 'lead', name: 'Lead' },
  deals: { action: 'deal.viewed', type: 'deal', name: 'Deal' },
  repair_orders: { action: 'repair_order.viewed', type: 'repair_order', name: 'Repair order' },
};

/** Counts in memory and writes every two seconds, so that a list costs no extra query. */
export function createMeter(platform: Platform): ReadMeter {
  const { db, log } = platform;
  const readers = new Map<number, Reader>();
  let isDue = false;
  let flushing = Promise.resolve();

  function readerOf(actor: Actor): Reader {
    const hour = Math.floor(Date.now() / hourMs) * hourMs;
    const known = readers.get(actor.userId);
    if (known?.hour === hour) return known;
    // Of a finished hour, only the unwritten counts matter.
    if (known && known.pending.size > 0) flush();
    const fresh = { actor, hour, seen: new Set<string>(), stored: 0, pending: new Map() };
    readers.set(actor.userId, fresh);
    return fresh;
  }

  function flush(): void {
    isDue = false;
    const full = [...readers.values()].filter(({ pending }) => pending.size > 0);
    const batches = full.map((reader) => {
      const { pending } = reader;
      reader.pending = new Map();
      return { reader, pending };
    });
    if (batches.length === 0) return;
    flushing = flushing
      .then(() => write(batches))
      .catch((err) => log.warn({ err }, 'Failed to store read counts'));
  }

  async function write(batches: { reader: Reader; pending: Map<ReadKind, Pending> }[]) {
    const rows = batches.flatMap(({ reader, pending }) =>
      [...pending].map(([kind, counts]) => ({
        user_id: reader.actor.userId,
        hour: new Date(reader.hour),
        kind,
        ...counts,
      })),
    );
    const { rows: totals } = await sql<{ user_id: number; hour: Date; records: number }>`
      with added as (
        insert into data_reads (user_id, hour, kind, calls, rows, records, exported)
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (user_id integer, hour timestamptz, kind text, calls integer, rows integer, records integer,
            exported integer)
        order by user_id, hour, kind
        on conflict (user_id, hour, kind) do update set calls = data_reads.calls + excluded.calls,
          rows = data_reads.rows + excluded.rows, records = data_reads.records + excluded.records,
          exported = data_reads.exported + excluded.exported
        returning user_id, hour, kind, records + exported as records)
      select user_id, hour, sum(records)::bigint as records from (
        select * from added
        -- The statement does not see the rows it inserts itself.
        union all select d.user_id, d.hour, d.kind, d.records + d.exported from data_reads d
        where (d.user_id, d.hour) in (select user_id, hour from added)
          and (d.user_id, d.hour, d.kind) not in (select user_id, hour, kind from added)) counted
      group by 1, 2`.execute(db);
    for (const { user_id, hour, records } of totals) {
      const written = batches.find(({ reader }) => reader.actor.userId === user_id);
      if (!written) continue;
      const { reader } = written;
      if (reader.hour === hour.getTime()) reader.stored = records;
      await alertIfUnusual(platform, { actor: reader.actor, hour, records });
    }
  }

  function recordsOf({ stored, pending }: Reader): number {
    return [...pending.values()].reduce((sum, { records }) => sum + records, stored);
  }

  return {
    check(actor) {
      const reader = readerOf(actor);
      if (recordsOf(reader) < maxRecordsPerHour) return;
      const left = Math.ceil((reader.hour + hourMs - Date.now()) / 1000);
      throw rateLimited(Math.max(1, left), sentence);
    },
    async note({ actor, kind, ids, isOne, exported, ip }: Read) {
      const reader = readerOf(actor);
      const fresh = [...new Set(ids.map((id) => `${kind}:${id}`))].filter(
        (key) => !reader.seen.has(key),
      );
      for (const key of fresh) reader.seen.add(key);
      const counts = reader.pending.get(kind) ?? { calls: 0, rows: 0, records: 0, exported: 0 };
      counts.calls += 1;
      counts.rows += ids.length;
      counts.records += fresh.length;
      counts.exported += exported;
      reader.pending.set(kind, counts);
      if (!isDue) setTimeout(flush, flushMs).unref();
      isDue = true;
      // These two record what was seen of one themselves.
      if (isOne && kind !== 'customers' && kind !== 'documents') {
        await recordView(reader, kind, String(ids[0]), ip);
      }
    },
  };

  /** Once an hour per record: an open page loads again whenever someone changes it. */
  async function recordView(
    { actor, seen }: Reader,
    kind: keyof typeof viewed,
    id: string,
    ip: string,
  ): Promise<void> {
    const key = `viewed:${kind}:${id}`;
    if (seen.has(key)) return;
    seen.add(key);
    const { action, type, name } = viewed[kind];
    const subject = { type, id, name: `${name} ${id}` };
    await recordActivity(db, { actor, action, subject, ip });
  }
}

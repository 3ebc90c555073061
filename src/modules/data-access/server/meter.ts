import { setTimeout as sleep } from 'node:timers/promises';
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
const retryMs = 10_000;

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

const none: Pending = { calls: 0, rows: 0, records: 0, exported: 0 };

/** What a user has read in an hour, on all instances. */
interface Counted {
  actor: Actor;
  hour: Date;
  records: number;
}

const sentence =
  'You have listed an unusual number of different customer records within an hour, and your administrators have been notified.';

const viewed = {
  leads: { action: 'lead.viewed', type: 'lead', name: 'Lead' },
  deals: { action: 'deal.viewed', type: 'deal', name: 'Deal' },
  repair_orders: { action: 'repair_order.viewed', type: 'repair_order', name: 'Repair order' },
};

type Batch = { reader: Reader; pending: Map<ReadKind, Pending> }[];

/** Counts in memory and writes every two seconds, so that a list costs no extra query. */
export function createMeter(platform: Platform): ReadMeter {
  const { db, log, background } = platform;
  const readers = new Map<number, Reader>();
  /** Those with unwritten counts; also of an hour that is over. */
  const unwritten = new Set<Reader>();
  let isDue = false;
  let flushing = Promise.resolve();

  function readerOf(actor: Actor): Reader {
    const hour = Math.floor(Date.now() / hourMs) * hourMs;
    const known = readers.get(actor.userId);
    if (known?.hour === hour) return known;
    const fresh = { actor, hour, seen: new Set<string>(), stored: 0, pending: new Map() };
    readers.set(actor.userId, fresh);
    return fresh;
  }

  /** Within two seconds, and at once when the server stops. */
  function flushSoon(ms = flushMs): void {
    if (isDue) return;
    isDue = true;
    void background.run(async () => {
      const isStopping = () => {};
      await sleep(ms, undefined, { ref: false, signal: background.stopping }).catch(isStopping);
      isDue = false;
      flushing = flushing.then(flush);
      await flushing;
    });
  }

  async function flush(): Promise<void> {
    const batch = [...unwritten].map((reader) => {
      const { pending } = reader;
      reader.pending = new Map();
      return { reader, pending };
    });
    unwritten.clear();
    if (batch.length === 0) return;
    try {
      await alertOf(await write(batch));
    } catch (err) {
      log.warn({ err }, 'Failed to store read counts');
      for (const { reader, pending } of batch) {
        for (const [kind, counts] of pending) add(reader, kind, counts);
      }
      flushSoon(retryMs);
    }
  }

  function add(reader: Reader, kind: ReadKind, more: Pending): void {
    const { calls, rows, records, exported } = reader.pending.get(kind) ?? none;
    reader.pending.set(kind, {
      calls: calls + more.calls,
      rows: rows + more.rows,
      records: records + more.records,
      exported: exported + more.exported,
    });
    unwritten.add(reader);
  }

  /** Returns what all instances have counted of these readers. */
  async function write(batch: Batch): Promise<Counted[]> {
    const rows = batch.flatMap(({ reader, pending }) =>
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
    return totals.flatMap(({ user_id, hour, records }) => {
      const written = batch.find(
        ({ reader }) => reader.actor.userId === user_id && reader.hour === hour.getTime(),
      );
      if (!written) return [];
      written.reader.stored = records;
      return [{ actor: written.reader.actor, hour, records }];
    });
  }

  async function alertOf(counted: readonly Counted[]): Promise<void> {
    for (const each of counted) {
      // The others of the batch get theirs, and what is written must not be added again.
      await alertIfUnusual(platform, each).catch((err) =>
        log.error({ err, userId: each.actor.userId }, 'Failed to alert to unusual reads'),
      );
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
      add(reader, kind, { calls: 1, rows: ids.length, records: fresh.length, exported });
      flushSoon();
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

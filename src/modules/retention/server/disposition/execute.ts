import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { doerOf, recordActivity } from '../../../activity/server/public.ts';
import { findPersonById } from '../../../people/server/public.ts';
import { lockRetention } from '../lock.ts';
import { getToday } from '../periods/dates.ts';
import type { RetentionDb } from '../tables.ts';
import { verdictOn } from './due.ts';

export const destroyingJob = 'retention.destroy';
const atOnce = 100;

/** Deletes the files of these keys and everything derived from them; missing keys are fine. */
export type Destroy = (fileKeys: readonly string[]) => Promise<void>;

/** Destroys approved batches: immediately, and daily for whatever was left unfinished. */
export function keepDestroying({ db, jobs }: Platform, destroy: Destroy): void {
  jobs.define(destroyingJob, ({ batchId }) => destroyBatch(db, Number(batchId), destroy));
  jobs.schedule('retention.resume', '17 10 * * *', async () => {
    for (const batchId of await findUnfinished(db)) await destroyBatch(db, batchId, destroy);
  });
}

/**
 * Judges, deletes, then records, one part of the batch at a time. If killed anywhere, it resumes there: condemned
 * items stay condemned, deleting again changes nothing, and the register lists each file once, after its bytes are
 * gone.
 */
export async function destroyBatch(
  anyDb: Db<AnyTables>,
  batchId: number,
  destroy: Destroy,
): Promise<void> {
  const db: RetentionDb = anyDb;
  let judged = atOnce;
  while (judged === atOnce) {
    judged = await judge(db, batchId);
    const files = await findCondemnedFiles(db, batchId);
    if (files.length === 0) continue;
    await destroy(files);
    await register(db, batchId, files);
  }
  await complete(db, batchId);
}

/** The last check for holds; returns how many items were checked. */
async function judge(db: RetentionDb, batchId: number): Promise<number> {
  return db.transaction().execute(async (tx) => {
    await lockRetention(tx);
    const today = await getToday(tx);
    const { rows } = await sql<{ judged: number }>`
      with judged as (
        insert into disposition_verdicts (batch_id, item_id, verdict)
        select d.batch_id, d.item_id, ${verdictOn(today)}
        from disposition_items d
        join disposition_decisions e on e.batch_id = d.batch_id and e.decision = 'approved'
        join retained_states s on s.item_id = d.item_id
        where d.batch_id = ${batchId} and not exists (select from disposition_verdicts v
          where v.batch_id = d.batch_id and v.item_id = d.item_id)
        order by d.item_id limit ${atOnce}
        returning item_id, verdict
      ), condemned as (
        update retained_items i set condemned_at = clock_timestamp()
        from judged where i.id = judged.item_id and judged.verdict = 'condemned'
      )
      select count(*) as judged from judged`.execute(tx);
    return rows[0]?.judged ?? 0;
  });
}

async function findCondemnedFiles(db: RetentionDb, batchId: number): Promise<string[]> {
  const { rows } = await sql<{ file_key: string }>`
    select f.file_key from disposition_verdicts v
    join retained_files f on f.item_id = v.item_id
    where v.batch_id = ${batchId} and v.verdict = 'condemned'
      and not exists (select from destruction_register where file_key = f.file_key)`.execute(db);
  return rows.map(({ file_key }) => file_key);
}

async function register(db: RetentionDb, batchId: number, files: string[]): Promise<void> {
  await sql`
    insert into destruction_register (batch_id, item_id, source, source_id, title, class_name,
      event_date, keep_until, file_key, sha256, size_bytes, prepared_by_name, approved_by_name, approved_at)
    select e.batch_id, i.id, i.source, i.source_id, i.title, c.name, i.event_date, s.keep_until,
      f.file_key, f.sha256, f.size_bytes, preparer.shown_name,
      approver.shown_name, e.decided_at
    from retained_files f
    join retained_items i on i.id = f.item_id
    join retained_states s on s.item_id = i.id
    join retention_classes c on c.code = i.class_code
    join disposition_decisions e on e.batch_id = ${batchId}
    join users preparer on preparer.id = e.prepared_by
    join users approver on approver.id = e.decided_by
    where f.file_key = any(${files}::text[])
    on conflict (file_key) do nothing`.execute(db);
}

/** Records the end of a batch once, however often it is reached. */
async function complete(db: RetentionDb, batchId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ decided_by: number; files: number; kept: number }>`
      with ended as (
        insert into disposition_completions (batch_id)
        select batch_id from disposition_decisions where batch_id = ${batchId} and decision = 'approved'
        on conflict do nothing returning batch_id)
      select e.decided_by,
        (select count(*) from destruction_register where batch_id = ${batchId}) as files,
        (select count(*) from disposition_verdicts
          where batch_id = ${batchId} and verdict <> 'condemned') as kept
      from ended join disposition_decisions e on e.batch_id = ended.batch_id`.execute(tx);
    const [ended] = rows;
    if (!ended) return;
    const approver = await findPersonById(tx, ended.decided_by);
    await recordActivity(tx, {
      actor: approver && doerOf(approver),
      action: 'retention.destroyed',
      subject: { type: 'disposition_batch', id: batchId, name: `Batch ${batchId}` },
      after: { files: ended.files, documentsKept: ended.kept },
      ip: '',
    });
  });
}

async function findUnfinished(db: RetentionDb): Promise<number[]> {
  const { rows } = await sql<{ batch_id: number }>`
    select batch_id from disposition_decisions e where decision = 'approved'
      and not exists (select from disposition_completions c where c.batch_id = e.batch_id)
    order by batch_id`.execute(db);
  return rows.map(({ batch_id }) => batch_id);
}

import { sql } from 'kysely';
import { forbidden } from '../../../platform/server/errors.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { assertVersion } from '../../../platform/server/records/versions.ts';
import { recordActivity } from '../../activity/server/public.ts';
import type { UploadUse } from '../../attachments/server/public.ts';
import type * as calls from '../contract.ts';
import { erasedAfterDays, isEnded } from '../contract.ts';
import { events, lockVisible } from './applicants.ts';
import { cancelAhead } from './interviewNews.ts';
import { deletePapers } from './papers.ts';
import { canWritePositions } from './policy.ts';
import { publishChanged } from './publish.ts';
import type { RecruitingDb } from './tables.ts';
import { moveTo, subjectOf } from './writing.ts';

/** Erases who an applicant was and what was written about them; returns the files to delete after COMMIT. */
async function erase(tx: RecruitingDb, id: number, authorId: number | null): Promise<string[]> {
  await sql`update recruiting_applicants set first_name = null, last_name = null, email = null, phone = null,
      referred_by = null, note = '', reason = '', erased_at = now(), version = version + 1
    where id = ${id}`.execute(tx);
  await sql`update recruiting_interviews set feedback = '', place = '' where applicant_id = ${id}`.execute(
    tx,
  );
  await sql`delete from recruiting_events where applicant_id = ${id} and kind <> 'stage'`.execute(
    tx,
  );
  await sql`update recruiting_events set data = data || '{"reason": ""}' where applicant_id = ${id}`.execute(
    tx,
  );
  // The pattern is what its index is limited to.
  await sql`delete from notifications where action_url = ${`/people/recruiting?applicant=${id}`}
    and action_url like '/people/recruiting?applicant=%'`.execute(tx);
  const papers = await tx
    .deleteFrom('recruiting_papers')
    .where('applicant_id', '=', id)
    .returning('upload_id')
    .execute();
  await events.addEvent(tx, id, authorId, { kind: 'erased' });
  return papers.map(({ upload_id }) => upload_id);
}

export function eraseApplicant(
  platform: Platform,
  writes: Limit,
  uses: readonly UploadUse[],
): Handler<typeof calls.eraseApplicant> {
  const db: RecruitingDb = platform.db;
  return async ({ actor, params: { applicantId }, body: { version }, ip }) => {
    await writes.consume(String(actor.userId));
    const { positionId, files, publish } = await db.transaction().execute(async (tx) => {
      const row = await lockVisible(tx, actor, applicantId);
      if (!canWritePositions(actor, row.store)) throw forbidden('Only HR can erase an applicant.');
      if (row.erased_at !== null) return { positionId: row.position_id, files: [] };
      assertVersion(row, version, 'this applicant', 'load');
      await recordActivity(tx, {
        actor,
        action: 'applicant.erased',
        subject: subjectOf(applicantId),
        ip,
      });
      if (!isEnded(row.stage)) {
        await moveTo(tx, { actor, row, stage: 'withdrawn', reason: '', ip });
      }
      const erased = await erase(tx, applicantId, actor.userId);
      // Only now: the notification must not say who it was.
      const nameless = { ...row, first_name: null, last_name: null };
      return {
        positionId: row.position_id,
        files: erased,
        publish: await cancelAhead(platform, tx, { actor, row: nameless }),
      };
    });
    await deletePapers(platform, files, uses);
    await publish?.();
    await publishChanged(platform, { positionId, applicantId });
    return { message: 'Applicant erased' };
  };
}

/** Nightly: applicants whose application ended without a hire long enough ago. */
export async function eraseOld(platform: Platform, uses: readonly UploadUse[]): Promise<void> {
  const db: RecruitingDb = platform.db;
  const { rows } = await sql<{ id: number; position_id: number }>`
    select id, position_id from recruiting_applicants
    where stage in ('rejected', 'withdrawn') and erased_at is null
      and stage_since < now() - make_interval(days => ${erasedAfterDays})
    order by id limit 1000`.execute(db);
  for (const { id, position_id: positionId } of rows) {
    const files = await db.transaction().execute(async (tx) => {
      const { rows: due } = await sql`select from recruiting_applicants where id = ${id}
        and stage in ('rejected', 'withdrawn') and erased_at is null for update`.execute(tx);
      return due.length > 0 ? erase(tx, id, null) : [];
    });
    await deletePapers(platform, files, uses);
    await publishChanged(platform, { positionId, applicantId: id });
  }
}

import { type RawBuilder, sql } from 'kysely';
import { conflict, invalid, notFound } from '../../../platform/server/errors.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { recordActivity } from '../../activity/server/public.ts';
import {
  deleteBytes,
  deleteUploads,
  findUploads,
  type UploadAccess,
  type UploadUse,
} from '../../attachments/server/public.ts';
import type * as calls from '../contract.ts';
import { maxPapers } from '../contract.ts';
import { events } from './applicants.ts';
import { visibleApplicants } from './policy.ts';
import type { RecruitingDb } from './tables.ts';
import { changeApplicant, subjectOf } from './writing.ts';

/** Papers of applicants: who may see the applicant can read them. */
export const recruitingUploads: UploadUse = {
  isKept: sql<boolean>`exists (select from recruiting_papers f where f.upload_id = u.id)`,
  async findAccess(db, actor, uploadId) {
    const { rows } = await sql<UploadAccess>`
      select count(*) > 0 as "isAttached", coalesce(bool_or(${visibleApplicants(actor)}), false) as "isReadable"
      from recruiting_papers f join recruiting_applicants a on a.id = f.applicant_id
      join recruiting_positions p on p.id = a.position_id
      where f.upload_id = ${uploadId}`.execute(db);
    return rows[0] ?? { isAttached: false, isReadable: false };
  },
};

const uploadAgain = () => invalid('Upload the file again.', { uploadIds: 'Upload the file again' });

export function addPapers(platform: Platform, writes: Limit): Handler<typeof calls.addPapers> {
  return ({ actor, params, body: { uploadIds }, ip }) =>
    changeApplicant(platform, writes, {
      actor,
      applicantId: params.applicantId,
      isAlways: true,
      async change(tx, row) {
        const ids = [...new Set(uploadIds)];
        const present = await tx
          .selectFrom('recruiting_papers')
          .select('upload_id')
          .where('applicant_id', '=', row.id)
          .execute();
        const added = ids.filter((id) => !present.some(({ upload_id }) => upload_id === id));
        if (added.length === 0) return {};
        if ((await findUploads(tx, actor.userId, added)).length < added.length) {
          throw uploadAgain();
        }
        if (present.length + added.length > maxPapers) {
          throw conflict(`An applicant can have ${maxPapers} files.`);
        }
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('recruiting_papers')
          .values(
            added.map((upload_id) => ({
              upload_id,
              applicant_id: row.id,
              added_by: actor.userId,
            })),
          )
          .onConflict((conflicting) => conflicting.doNothing())
          .executeTakeFirstOrThrow();
        // One that another applicant has would be deleted with them.
        if (numInsertedOrUpdatedRows !== BigInt(added.length)) throw uploadAgain();
        await events.addEvent(tx, row.id, actor.userId, { kind: 'paper', isAdded: true });
        await recordActivity(tx, {
          actor,
          action: 'applicant.papers_added',
          subject: subjectOf(row.id),
          after: { files: added.length },
          ip,
        });
        return {};
      },
    });
}

/** Deletes files that no record has any more, with their bytes; call it after COMMIT. */
export async function deletePapers(
  { db, storage }: Platform,
  uploadIds: readonly string[],
  uses: readonly UploadUse[],
): Promise<void> {
  const kept: RawBuilder<boolean>[] = [recruitingUploads, ...uses].map(({ isKept }) => isKept);
  const gone = await deleteUploads(db as RecruitingDb, uploadIds, kept);
  await deleteBytes(
    { db, storage },
    gone.map(({ storageKey }) => storageKey),
  );
}

export function removePaper(
  platform: Platform,
  writes: Limit,
  uses: readonly UploadUse[],
): Handler<typeof calls.removePaper> {
  return async ({ actor, params: { applicantId, uploadId }, ip }) => {
    const reply = await changeApplicant(platform, writes, {
      actor,
      applicantId,
      isAlways: true,
      async change(tx, row) {
        const { numDeletedRows } = await tx
          .deleteFrom('recruiting_papers')
          .where('upload_id', '=', uploadId)
          .where('applicant_id', '=', row.id)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw notFound();
        await events.addEvent(tx, row.id, actor.userId, { kind: 'paper', isAdded: false });
        await recordActivity(tx, {
          actor,
          action: 'applicant.paper_removed',
          subject: subjectOf(row.id),
          ip,
        });
        return {};
      },
    });
    await deletePapers(platform, [uploadId], uses);
    return reply;
  };
}

import { sql } from 'kysely';
import { conflict, forbidden, notFound } from '../../../platform/server/errors.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { findCreated } from '../../../platform/server/records/repeats.ts';
import { assertVersion } from '../../../platform/server/records/versions.ts';
import type * as calls from '../contract.ts';
import { isEnded } from '../contract.ts';
import { getApplicant, lockVisible } from './applicants.ts';
import { addInterviewEvent, cancelInterviews, notifyInterviewers } from './interviewNews.ts';
import { publishChanged } from './publish.ts';
import { assertStaff } from './staff.ts';
import type { RecruitingDb } from './tables.ts';
import { changeApplicant } from './writing.ts';

export function planInterview(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.planInterview> {
  return ({ actor, params, body: { clientId, at, place, interviewerId } }) =>
    changeApplicant(platform, writes, {
      actor,
      applicantId: params.applicantId,
      async change(tx, row) {
        if (await findCreated(tx, 'recruiting_interviews', actor, clientId)) return {};
        const interviewer = await assertStaff(tx, interviewerId, 'interviewerId');
        const facts = { at: new Date(at), place };
        const { id } = await tx
          .insertInto('recruiting_interviews')
          .values({
            ...facts,
            interviewer_id: interviewerId,
            applicant_id: row.id,
            created_by: actor.userId,
            client_id: clientId,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await addInterviewEvent(tx, actor, row.id, { did: 'planned', at: facts.at, interviewer });
        const interview = { ...facts, id, interviewerId, version: 1 };
        return {
          publish: await notifyInterviewers(platform, tx, actor, {
            ...{ row, interview },
            did: 'planned',
          }),
        };
      },
    });
}

/** Locks an interview of the applicant that is not canceled. */
async function lockInterview(tx: RecruitingDb, applicantId: number, interviewId: number) {
  const found = await tx
    .selectFrom('recruiting_interviews as i')
    .innerJoin('users as u', 'u.id', 'i.interviewer_id')
    .select([
      'i.id',
      'i.at',
      'i.place',
      'i.interviewer_id',
      'i.recommendation',
      'i.canceled_at',
      'i.version',
      sql<string>`u.shown_name`.as('interviewer'),
    ])
    .where('i.id', '=', interviewId)
    .where('i.applicant_id', '=', applicantId)
    .forUpdate('i')
    .executeTakeFirst();
  if (!found) throw notFound();
  if (found.canceled_at !== null) throw conflict('This interview was canceled.');
  return found;
}

export function saveInterview(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.saveInterview> {
  return ({ actor, params, body: { version, at, place, interviewerId } }) =>
    changeApplicant(platform, writes, {
      actor,
      applicantId: params.applicantId,
      async change(tx, row) {
        const before = await lockInterview(tx, row.id, params.interviewId);
        assertVersion(before, version, 'this interview', 'load');
        if (before.recommendation !== null) {
          throw conflict('This interview took place: it can’t be changed.');
        }
        const isOther = interviewerId !== before.interviewer_id;
        const interviewer = isOther
          ? await assertStaff(tx, interviewerId, 'interviewerId')
          : before.interviewer;
        const next = { at: new Date(at), place, version: before.version + 1 };
        await tx
          .updateTable('recruiting_interviews')
          .set({ ...next, interviewer_id: interviewerId })
          .where('id', '=', before.id)
          .execute();
        await addInterviewEvent(tx, actor, row.id, { did: 'changed', at: next.at, interviewer });
        const interview = { ...next, id: before.id, interviewerId };
        const former = { ...interview, at: before.at, interviewerId: before.interviewer_id };
        const publish = await notifyInterviewers(
          platform,
          tx,
          actor,
          { row, did: isOther ? 'planned' : 'changed', interview },
          ...(isOther ? [{ row, did: 'canceled' as const, interview: former }] : []),
        );
        return { formerIds: [before.interviewer_id], publish };
      },
    });
}

export function cancelInterview(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.cancelInterview> {
  return ({ actor, params, query: { version } }) =>
    changeApplicant(platform, writes, {
      actor,
      applicantId: params.applicantId,
      async change(tx, row) {
        const found = await lockInterview(tx, row.id, params.interviewId);
        assertVersion(found, version, 'this interview', 'load');
        if (found.recommendation !== null) {
          throw conflict('This interview took place: it can’t be canceled.');
        }
        const which = sql<boolean>`i.id = ${found.id}`;
        const publish = await cancelInterviews(platform, tx, { actor, row }, which);
        return { formerIds: [found.interviewer_id], publish };
      },
    });
}

/** By the interviewer, who need not be the one who keeps the applicant. */
export function assessApplicant(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.assessApplicant> {
  const db: RecruitingDb = platform.db;
  return async ({ actor, params, body: { version, recommendation, feedback } }) => {
    await writes.consume(String(actor.userId));
    const { applicantId } = params;
    const positionId = await db.transaction().execute(async (tx) => {
      const row = await lockVisible(tx, actor, applicantId);
      const found = await lockInterview(tx, row.id, params.interviewId);
      if (found.interviewer_id !== actor.userId) {
        throw forbidden('Only the interviewer can assess this interview.');
      }
      if (row.erased_at !== null || isEnded(row.stage)) {
        throw conflict('This application ended.');
      }
      assertVersion(found, version, 'this interview', 'load');
      await tx
        .updateTable('recruiting_interviews')
        .set({ recommendation, feedback, version: found.version + 1 })
        .where('id', '=', found.id)
        .execute();
      const { at, interviewer } = found;
      await addInterviewEvent(tx, actor, row.id, { did: 'assessed', at, interviewer });
      return row.position_id;
    });
    await publishChanged(platform, { positionId, applicantId });
    return getApplicant(db, actor, applicantId);
  };
}

import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { HandoverSource } from '../../../platform/server/records/handover.ts';
import { integerIds } from '../../../platform/server/records/sources.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { notify, publishNotifications } from '../../notifications/server/public.ts';
import { addInterviewEvent, notifyInterviewers } from './interviewNews.ts';
import { visibleApplicants } from './policy.ts';
import { managerNotice } from './positions.ts';
import { publishChanged } from './publish.ts';
import type { RecruitingDb } from './tables.ts';

interface Row {
  /** `p3` a position, `i8` an interview. */
  key: string;
  title: string;
  detail: string;
  store: Store | null;
  position_id: number;
  applicant_id: number | null;
}

const isToFill = sql<boolean>`p.status in ('open', 'on_hold')`;
const isToHold = sql<boolean>`(i.canceled_at is null and i.recommendation is null and a.erased_at is null
  and a.stage not in ('hired', 'rejected', 'withdrawn'))`;

/** Positions that an employee hires for, and interviews they still have to hold. */
export function recruitingHandover(platform: Platform): HandoverSource {
  const db: RecruitingDb = platform.db;
  return {
    key: 'recruiting',
    title: 'Recruiting',
    act: 'move',
    async list(userId, actor) {
      const { rows } = await sql<Row>`
        select 'p' || p.id as key, p.job_title as title, 'Hiring manager' as detail, p.store,
          p.id as position_id, null::integer as applicant_id, p.created_at
        from recruiting_positions p where p.manager_id = ${userId} and ${isToFill}
        union all
        select 'i' || i.id, case when ${visibleApplicants(actor)}
            then 'Interview with ' || a.first_name || ' ' || a.last_name
            else 'Interview with an applicant' end,
          p.job_title, p.store, p.id, a.id, i.created_at
        from recruiting_interviews i join recruiting_applicants a on a.id = i.applicant_id
        join recruiting_positions p on p.id = a.position_id
        where i.interviewer_id = ${userId} and ${isToHold}
        order by created_at, key`.execute(db);
      return rows.map(({ key, title, detail, store, position_id, applicant_id }) => ({
        id: key,
        title,
        detail,
        store,
        href:
          applicant_id === null
            ? `/people/recruiting?view=applicants&positionId=${position_id}`
            : `/people/recruiting?applicant=${applicant_id}`,
      }));
    },
    async move({ actor, from, to, ids, ip }) {
      const idsOf = (letter: string) =>
        integerIds(ids.filter((id) => id.startsWith(letter)).map((id) => id.slice(1)));
      const done = await db.transaction().execute(async (tx) => {
        const interviews = await moveInterviews(tx, idsOf('i'), from.id, to.id);
        const positions = await movePositions(tx, idsOf('p'), from.id, to.id);
        const sent = await notify(
          tx,
          ...positions.map(({ job_title, ...position }) =>
            managerNotice(actor, { ...position, jobTitle: job_title, managerId: to.id }),
          ),
        );
        const publishInterviews = await notifyInterviewers(
          platform,
          tx,
          actor,
          ...interviews.map(({ applicant_id, interview_id, at, place, version, ...row }) => ({
            row: { ...row, id: applicant_id },
            did: 'planned' as const,
            interview: { id: interview_id, at, place, version, interviewerId: to.id },
          })),
        );
        // One by one: each applicant has a history of their own.
        for (const { applicant_id, at } of interviews) {
          const event = { did: 'changed', at, interviewer: to.name } as const;
          await addInterviewEvent(tx, actor, applicant_id, event);
        }
        const act = {
          actor,
          action: 'recruiting.handed_over',
          before: { ownerId: from.id },
          after: { ownerId: to.id },
          ip,
        };
        await recordActivity(
          tx,
          ...positions.map(({ id, job_title }) => ({
            ...act,
            subject: { type: 'position', id, name: job_title },
          })),
          ...interviews.map(({ interview_id: id }) => ({
            ...act,
            subject: { type: 'interview', id, name: `Interview ${id}` },
          })),
        );
        return { positions, interviews, sent, publishInterviews };
      });
      const formerIds = [from.id];
      await publishNotifications(platform, done.sent);
      await done.publishInterviews();
      await publishChanged(
        platform,
        ...done.positions.map(({ id }) => ({ positionId: id, applicantId: null, formerIds })),
        ...done.interviews.map(({ position_id, applicant_id }) => ({
          positionId: position_id,
          applicantId: applicant_id,
          formerIds,
        })),
      );
      return {
        moved: [
          ...done.positions.map(({ id }) => `p${id}`),
          ...done.interviews.map(({ interview_id }) => `i${interview_id}`),
        ],
        problems: [],
      };
    },
  };
}

async function movePositions(tx: RecruitingDb, ids: number[], fromId: number, toId: number) {
  const { rows } = await sql<{ id: number; job_title: string; version: number }>`
    update recruiting_positions p set manager_id = ${toId}, version = version + 1
    where p.id = any(${ids}::integer[]) and p.manager_id = ${fromId} and ${isToFill}
    returning p.id, p.job_title, p.version`.execute(tx);
  return rows;
}

interface MovedInterview {
  interview_id: number;
  at: Date;
  place: string;
  version: number;
  applicant_id: number;
  first_name: string;
  last_name: string;
  position_id: number;
  job_title: string;
}

async function moveInterviews(tx: RecruitingDb, ids: number[], fromId: number, toId: number) {
  const chosen = sql`i.id = any(${ids}::integer[]) and i.interviewer_id = ${fromId}`;
  // Applicants are locked first, as in every other change: in another order two changes could wait for each other.
  await sql`select from recruiting_applicants where id in (
      select i.applicant_id from recruiting_interviews i where ${chosen})
    order by id for update`.execute(tx);
  const { rows } = await sql<MovedInterview>`
    update recruiting_interviews i set interviewer_id = ${toId}, version = i.version + 1
    from recruiting_applicants a join recruiting_positions p on p.id = a.position_id
    where a.id = i.applicant_id and ${chosen} and ${isToHold}
    returning i.id as interview_id, i.at, i.place, i.version, a.id as applicant_id, a.first_name,
      a.last_name, p.id as position_id, p.job_title`.execute(tx);
  return rows;
}

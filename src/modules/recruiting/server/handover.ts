import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { HandoverSource } from '../../../platform/server/records/handover.ts';
import { integerIds } from '../../../platform/server/records/sources.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { visibleApplicants } from './policy.ts';
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
  is_visible: boolean;
}

/** Positions that an employee hires for, and interviews they still have to hold. */
export function recruitingHandover(platform: Platform): HandoverSource {
  const db: RecruitingDb = platform.db;
  const find = async (from: RecruitingDb, userId: number, isVisible = sql<boolean>`true`) => {
    const { rows } = await sql<Row>`
      select 'p' || p.id as key, p.job_title as title, 'Hiring manager' as detail, p.store,
        p.id as position_id, null::integer as applicant_id, true as is_visible
      from recruiting_positions p
      where p.manager_id = ${userId} and p.status in ('open', 'on_hold')
      union all
      select 'i' || i.id, 'Interview with ' || a.first_name || ' ' || a.last_name, p.job_title, p.store,
        p.id, a.id, ${isVisible}
      from recruiting_interviews i join recruiting_applicants a on a.id = i.applicant_id
      join recruiting_positions p on p.id = a.position_id
      where i.interviewer_id = ${userId} and i.canceled_at is null and i.recommendation is null
        and a.erased_at is null and a.stage not in ('hired', 'rejected', 'withdrawn')
      order by key`.execute(from);
    return rows;
  };
  return {
    key: 'recruiting',
    title: 'Recruiting',
    act: 'move',
    async list(userId, actor) {
      const rows = await find(db, userId, visibleApplicants(actor));
      return rows.map(({ key, title, detail, store, position_id, applicant_id, is_visible }) => ({
        id: key,
        title: is_visible ? title : 'Interview with an applicant',
        detail,
        store,
        href:
          applicant_id === null
            ? `/people/recruiting?view=applicants&positionId=${position_id}`
            : `/people/recruiting?applicant=${applicant_id}`,
      }));
    },
    async move({ actor, from, to, ids, ip }) {
      const rows = await db.transaction().execute(async (tx) => {
        const chosen = (await find(tx, from.id)).filter(({ key }) => ids.includes(key));
        const idsOf = (letter: string) =>
          integerIds(
            chosen.filter(({ key }) => key.startsWith(letter)).map(({ key }) => key.slice(1)),
          );
        await sql`update recruiting_positions set manager_id = ${to.id}, version = version + 1
          where id = any(${idsOf('p')}::integer[]) and manager_id = ${from.id}`.execute(tx);
        await sql`update recruiting_interviews set interviewer_id = ${to.id}, version = version + 1
          where id = any(${idsOf('i')}::integer[]) and interviewer_id = ${from.id}`.execute(tx);
        await recordActivity(
          tx,
          ...chosen.map(({ applicant_id, position_id, key }) => ({
            actor,
            action: 'recruiting.handed_over',
            subject:
              applicant_id === null
                ? { type: 'position', id: position_id, name: `Position ${position_id}` }
                : { type: 'interview', id: key.slice(1), name: `Interview ${key.slice(1)}` },
            before: { ownerId: from.id },
            after: { ownerId: to.id },
            ip,
          })),
        );
        return chosen;
      });
      for (const { position_id: positionId, applicant_id: applicantId } of rows) {
        await publishChanged(platform, { positionId, applicantId, formerIds: [from.id] });
      }
      return { moved: rows.map(({ key }) => key), problems: [] };
    },
  };
}

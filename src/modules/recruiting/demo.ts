import { stream } from '../../../db/demo/random.ts';
import { demoPositions } from '../../../db/demo/recruiting.ts';
import { uuidv7 } from '../../../db/demo/uuid.ts';
import { addDays, dateAt, instantOf } from '../../platform/contract/wallTime.ts';
import { getTimezone } from '../organization/server/public.ts';
import { events } from './server/applicants.ts';
import type { RecruitingDb } from './server/tables.ts';

const dayMs = 86_400_000;

/** Seeds positions with applicants in every stage. `idOf` returns the id of a username. */
export async function seedRecruiting(
  tx: RecruitingDb,
  asOf: Date,
  idOf: (username: string) => number,
): Promise<void> {
  const timezone = await getTimezone(tx);
  const today = dateAt(timezone, asOf.getTime());
  const hr = idOf('denise.abernathy');
  const daysAgo = (days: number) => new Date(asOf.getTime() - days * dayMs);
  const clientIdOf = (name: string, at: Date) => uuidv7(at, stream('recruiting', name));
  for (const position of demoPositions) {
    const openedAt = daysAgo(position.openedDaysAgo);
    const { id: positionId } = await tx
      .insertInto('recruiting_positions')
      .values({
        job_title: position.jobTitle,
        store: position.store,
        department: position.department,
        manager_id: idOf(position.manager),
        openings: position.openings,
        status: 'open',
        start_on: addDays(today, position.startInDays),
        note: position.note,
        created_by: hr,
        created_at: openedAt,
        client_id: clientIdOf(position.jobTitle, openedAt),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const one of position.applicants) {
      const name = `${one.firstName} ${one.lastName}`;
      const appliedAt = daysAgo(one.appliedDaysAgo);
      const { id } = await tx
        .insertInto('recruiting_applicants')
        .values({
          position_id: positionId,
          first_name: one.firstName,
          last_name: one.lastName,
          email: `${one.firstName}.${one.lastName}@mail.example`.toLowerCase(),
          phone: one.phone,
          source: one.source,
          referred_by: one.referredBy ? idOf(one.referredBy) : null,
          applied_on: addDays(today, -one.appliedDaysAgo),
          note: one.note,
          stage: one.stage,
          stage_since: daysAgo(one.stageDaysAgo),
          reason: one.reason ?? '',
          created_by: hr,
          created_at: appliedAt,
          client_id: clientIdOf(name, appliedAt),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await events.addEvent(tx, id, hr, { kind: 'added' }, { at: appliedAt });
      if (one.stage !== 'applied') {
        const change = { from: 'applied', to: one.stage, reason: one.reason ?? '' } as const;
        await events.addEvent(
          tx,
          id,
          idOf(position.manager),
          { kind: 'stage', ...change },
          { at: daysAgo(one.stageDaysAgo) },
        );
      }
      if (!one.interview) continue;
      const { interviewer, inDays, place, recommendation, feedback } = one.interview;
      const at = new Date(instantOf(timezone, `${addDays(today, inDays)}T14:00`));
      await tx
        .insertInto('recruiting_interviews')
        .values({
          applicant_id: id,
          at,
          place,
          interviewer_id: idOf(interviewer),
          recommendation: recommendation ?? null,
          feedback: feedback ?? '',
          created_by: hr,
          created_at: daysAgo(one.stageDaysAgo),
          client_id: clientIdOf(`${name} interview`, appliedAt),
        })
        .execute();
    }
  }
}

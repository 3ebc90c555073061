import { sql } from 'kysely';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { canReadHr } from '../../employees/server/public.ts';
import { recruitingChanged } from '../contract.ts';

const topic = 'recruiting';

/** HR receives every change; access is checked when the record is fetched. */
export function declareTopic({ realtime }: Platform): void {
  realtime.declareTopic(topic, (actor: Actor) => canReadHr(actor));
  realtime.onConnect((connection) => subscribe(connection));
  realtime.onRightsChange((connection) => subscribe(connection));
  async function subscribe(connection: Parameters<typeof realtime.subscribe>[0]) {
    if (!connection.rightsOnly) await realtime.subscribe(connection, `${topic}:`);
  }
}

interface Changed {
  positionId: number;
  /** Null: the position itself. */
  applicantId: number | null;
  /** Who could see it before. */
  formerIds?: readonly number[];
}

/** To HR, the hiring managers and the interviewers. Only after COMMIT. */
export async function publishChanged(
  { db, realtime }: Platform,
  ...changes: readonly Changed[]
): Promise<void> {
  if (changes.length === 0) return;
  const { rows } = await sql<{ place: number; user_id: number }>`
    select c.place::integer, person.user_id
    from unnest(${changes.map(({ positionId }) => positionId)}::integer[],
      ${changes.map(({ applicantId }) => applicantId)}::integer[])
      with ordinality c (position_id, applicant_id, place)
    cross join lateral (
      select p.manager_id as user_id from recruiting_positions p where p.id = c.position_id
      union select i.interviewer_id from recruiting_interviews i where i.applicant_id = c.applicant_id
    ) person`.execute(db);
  for (const [index, { positionId, applicantId, formerIds = [] }] of changes.entries()) {
    const involved = rows.filter(({ place }) => place === index + 1);
    const data = { positionId, applicantId };
    realtime.publish(`${topic}:`, recruitingChanged, data);
    for (const id of new Set([...involved.map(({ user_id }) => user_id), ...formerIds])) {
      realtime.publish(`user:${id}`, recruitingChanged, data);
    }
  }
}

import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { canReadHr } from '../../employees/server/public.ts';
import { recruitingChanged } from '../contract.ts';
import type { RecruitingDb } from './tables.ts';

const topic = 'recruiting';

/** HR hears of every change; what each may read is decided when it is fetched. */
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
  /** Who could see it before, and may not any more. */
  formerIds?: readonly number[];
}

/** To HR, the hiring manager and the interviewers. Only after COMMIT. */
export async function publishChanged(
  platform: Platform,
  { positionId, applicantId, formerIds = [] }: Changed,
): Promise<void> {
  const db: RecruitingDb = platform.db;
  const position = await db
    .selectFrom('recruiting_positions')
    .select('manager_id')
    .where('id', '=', positionId)
    .executeTakeFirst();
  const interviewers =
    applicantId === null
      ? []
      : await db
          .selectFrom('recruiting_interviews')
          .select('interviewer_id')
          .where('applicant_id', '=', applicantId)
          .execute();
  const people = new Set([
    ...(position ? [position.manager_id] : []),
    ...interviewers.map(({ interviewer_id }) => interviewer_id),
    ...formerIds,
  ]);
  const data = { positionId, applicantId };
  platform.realtime.publish(`${topic}:`, recruitingChanged, data);
  for (const id of people) platform.realtime.publish(`user:${id}`, recruitingChanged, data);
}

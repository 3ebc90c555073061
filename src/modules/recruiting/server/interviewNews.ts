import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { type Notice, notify, publishNotifications } from '../../notifications/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import { events, nameOf, type Row } from './applicants.ts';
import type { RecruitingDb } from './tables.ts';

interface InterviewFacts {
  id: number;
  at: Date;
  place: string;
  interviewerId: number;
  version: number;
}

type Did = 'planned' | 'changed' | 'canceled';
const titles: Record<Did, string> = {
  planned: 'Interview planned',
  changed: 'Interview changed',
  canceled: 'Interview canceled',
};

interface InterviewNews {
  row: Pick<Row, 'id' | 'first_name' | 'last_name' | 'job_title'>;
  did: Did;
  interview: InterviewFacts;
}

/** Notifies the interviewers, except the actor. Returns what publishes it after COMMIT. */
export async function notifyInterviewers(
  platform: Platform,
  tx: RecruitingDb,
  actor: Actor,
  ...news: readonly InterviewNews[]
): Promise<() => Promise<void>> {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: await getTimezone(tx),
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  const sent = await notify(
    tx,
    ...news.map(
      ({ row, did, interview }): Notice => ({
        userIds: [interview.interviewerId].filter((id) => id !== actor.userId),
        title: `${titles[did]}: ${nameOf(row)}`,
        message: [row.job_title, format.format(interview.at), interview.place]
          .filter(Boolean)
          .join(', '),
        type: did === 'canceled' ? 'warning' : 'info',
        actionUrl: `/people/recruiting?applicant=${row.id}`,
        actionLabel: 'Open applicant',
        key: `interview:${interview.id}:${did}:${interview.version}`,
        deliver: { push: true, digest: true },
      }),
    ),
  );
  return () => publishNotifications(platform, sent);
}

export async function addInterviewEvent(
  tx: RecruitingDb,
  actor: Actor,
  applicantId: number,
  { did, at, interviewer }: { did: Did | 'assessed'; at: Date; interviewer: string },
): Promise<void> {
  const data = { kind: 'interview' as const, did, at: at.toISOString(), interviewer };
  await events.addEvent(tx, applicantId, actor.userId, data);
}

interface Cancellation {
  actor: Actor;
  row: InterviewNews['row'];
}

/**
 * Cancels those of the applicant's interviews `i` that match and were not assessed, and notifies their interviewers. The
 * caller holds the lock on the applicant. Returns what publishes it after COMMIT.
 */
export async function cancelInterviews(
  platform: Platform,
  tx: RecruitingDb,
  { actor, row }: Cancellation,
  which: RawBuilder<boolean>,
): Promise<() => Promise<void>> {
  const { rows } = await sql<InterviewFacts & { interviewer: string }>`
    with canceled as (
      update recruiting_interviews i set canceled_at = now(), version = i.version + 1
      where i.applicant_id = ${row.id} and i.canceled_at is null and i.recommendation is null and ${which}
      returning i.*)
    select c.id, c.at, c.place, c.interviewer_id as "interviewerId", c.version, u.shown_name as interviewer
    from canceled c join users u on u.id = c.interviewer_id order by c.at, c.id`.execute(tx);
  // One by one: an applicant has few interviews.
  for (const { at, interviewer } of rows) {
    await addInterviewEvent(tx, actor, row.id, { did: 'canceled', at, interviewer });
  }
  return notifyInterviewers(
    platform,
    tx,
    actor,
    ...rows.map((interview) => ({ row, did: 'canceled' as const, interview })),
  );
}

/** Cancels the interviews still ahead of an application that ended. Returns what publishes it after COMMIT. */
export const cancelAhead = (platform: Platform, tx: RecruitingDb, cancellation: Cancellation) =>
  cancelInterviews(platform, tx, cancellation, sql<boolean>`i.at > now()`);

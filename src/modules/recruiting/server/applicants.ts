import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import { readPhone } from '../../../platform/contract/phones.ts';
import { notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { createEventLog } from '../../../platform/server/records/events.ts';
import {
  allOf,
  type Condition,
  countUpTo,
  escapeLike,
} from '../../../platform/server/records/queries.ts';
import { toReference } from '../../../platform/server/records/references.ts';
import { toAttachment, toStored } from '../../attachments/server/public.ts';
import type * as calls from '../contract.ts';
import {
  type Applicant,
  type ApplicantEvent,
  type ApplicantRow,
  type Interview,
  isEnded,
  type Recommendation,
  type Source,
  type Stage,
} from '../contract.ts';
import { canKeep, canWritePositions, visibleApplicants } from './policy.ts';
import type { RecruitingDb } from './tables.ts';

export const events = createEventLog<ApplicantEvent['data'], string | null>(
  'recruiting_events',
  'applicant_id',
);

export interface Row {
  id: number;
  position_id: number;
  job_title: string;
  store: Store | null;
  manager_id: number;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  phone: string | null;
  source: Source;
  referred_by: number | null;
  referrer: string | null;
  applied_on: string;
  note: string;
  stage: Stage;
  stage_since: Date;
  reason: string;
  run_id: number | null;
  next_interview_at: Date | null;
  paper_count: number;
  erased_at: Date | null;
  version: number;
}

type Filters = ValidOf<typeof calls.countApplicants>['query'];

function matching(actor: Actor, { q, positionId, stage, store }: Filters): RawBuilder<boolean> {
  return allOf([
    visibleApplicants(actor),
    positionId !== undefined && sql`a.position_id = ${positionId}`,
    store && (store === 'group' ? sql`p.store is null` : sql`p.store = ${store}`),
    stage === undefined
      ? sql`a.stage not in ('hired', 'rejected', 'withdrawn')`
      : stage !== 'all' && sql`a.stage = ${stage}`,
    ...q.split(/\s+/).map(hasWord),
  ]);
}

function hasWord(word: string): Condition {
  if (!word) return null;
  const digits = word.replace(/\D/g, '');
  const text = `%${escapeLike(word)}%`;
  return sql`(a.first_name ilike ${text} or a.last_name ilike ${text} or a.email ilike ${text}
    or (${digits.length >= 3} and a.phone like ${`%${digits}%`}))`;
}

const joined = sql`recruiting_applicants a join recruiting_positions p on p.id = a.position_id`;

const rowsOf = (where: RawBuilder<unknown>, rest: RawBuilder<unknown> = sql``) => sql<Row>`
  select a.id, a.position_id, p.job_title, p.store, p.manager_id, a.first_name, a.last_name, a.email,
    a.phone, a.source, a.referred_by, r.shown_name as referrer, a.applied_on::text, a.note, a.stage,
    a.stage_since, a.reason, a.run_id, a.erased_at, a.version,
    (select min(i.at) from recruiting_interviews i
      where i.applicant_id = a.id and i.canceled_at is null and i.at > now()) as next_interview_at,
    (select count(*)::integer from recruiting_papers f where f.applicant_id = a.id) as paper_count
  from ${joined} left join users r on r.id = a.referred_by
  where ${where} ${rest}`;

export const nameOf = (row: Pick<Row, 'first_name' | 'last_name'>): string =>
  row.first_name === null ? 'Erased applicant' : `${row.first_name} ${row.last_name}`;

const toApplicantRow = (row: Row): ApplicantRow => ({
  id: row.id,
  position: { id: row.position_id, jobTitle: row.job_title, store: row.store },
  name: nameOf(row),
  stage: row.stage,
  stageSince: row.stage_since.toISOString(),
  source: row.source,
  appliedOn: row.applied_on,
  nextInterviewAt: row.next_interview_at?.toISOString() ?? null,
  paperCount: row.paper_count,
  isErased: row.erased_at !== null,
});

export async function listApplicants(
  db: RecruitingDb,
  actor: Actor,
  { limit, offset, ...filters }: ValidOf<typeof calls.listApplicants>['query'],
): Promise<ApplicantRow[]> {
  const page = sql`order by a.stage_since desc, a.id desc limit ${limit} offset ${offset}`;
  const { rows } = await rowsOf(matching(actor, filters), page).execute(db);
  return rows.map(toApplicantRow);
}

export const countApplicants = (db: RecruitingDb, actor: Actor, filters: Filters) =>
  countUpTo(db, sql`1 from ${joined} where ${matching(actor, filters)}`);

/** Throws 404 unless the actor may see the applicant. */
export async function findVisible(db: RecruitingDb, actor: Actor, id: number): Promise<Row> {
  const { rows } = await rowsOf(allOf([sql`a.id = ${id}`, visibleApplicants(actor)])).execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Locks the applicant until the end of the transaction; throws 404 unless the actor may see them. */
export async function lockVisible(tx: RecruitingDb, actor: Actor, id: number): Promise<Row> {
  await sql`select from recruiting_applicants where id = ${id} for update`.execute(tx);
  return findVisible(tx, actor, id);
}

export async function getApplicant(db: RecruitingDb, actor: Actor, id: number): Promise<Applicant> {
  const row = await findVisible(db, actor, id);
  const isKept = canKeep(actor, row) && row.erased_at === null;
  const isHr = canWritePositions(actor, row.store) && row.erased_at === null;
  return {
    ...toApplicantRow(row),
    firstName: row.first_name ?? '',
    lastName: row.last_name ?? '',
    email: row.email,
    phone: row.phone === null ? null : readPhone(row.phone),
    referredBy: toReference(row.referred_by, row.referrer),
    note: row.note,
    reason: row.reason,
    runId: row.run_id,
    papers: await listPapers(db, id),
    interviews: await listInterviews(db, actor, row),
    events: await events.listEvents(db, id),
    version: row.version,
    may: {
      keep: isKept,
      hire: isHr && !isEnded(row.stage),
      erase: isHr,
    },
  };
}

async function listPapers(db: RecruitingDb, applicantId: number): Promise<Applicant['papers']> {
  const rows = await db
    .selectFrom('recruiting_papers as f')
    .innerJoin('chat_uploads as u', 'u.id', 'f.upload_id')
    .innerJoin('users as by', 'by.id', 'f.added_by')
    .select([
      'u.id',
      'u.name',
      'u.mime_type',
      'u.size_bytes',
      'u.width',
      'u.height',
      'u.duration_ms',
      'u.has_thumbnail',
      'f.added_at',
    ])
    .select(sql<string>`by.shown_name`.as('added_by'))
    .where('f.applicant_id', '=', applicantId)
    .orderBy('f.added_at')
    .orderBy('f.upload_id')
    .execute();
  return rows.map((row) => ({
    ...toAttachment(toStored(row)),
    addedBy: row.added_by,
    addedAt: row.added_at.toISOString(),
  }));
}

interface InterviewRow {
  id: number;
  at: Date;
  place: string;
  interviewer_id: number;
  interviewer: string;
  recommendation: Recommendation | null;
  feedback: string;
  canceled_at: Date | null;
  version: number;
}

/** An interviewer who has not said what they think sees nothing of what others think. */
async function listInterviews(db: RecruitingDb, actor: Actor, row: Row): Promise<Interview[]> {
  const { rows } = await sql<InterviewRow>`
    select i.id, i.at, i.place, i.interviewer_id, u.shown_name as interviewer, i.recommendation, i.feedback,
      i.canceled_at, i.version
    from recruiting_interviews i join users u on u.id = i.interviewer_id
    where i.applicant_id = ${row.id} order by i.at, i.id`.execute(db);
  const isKeeper = canKeep(actor, row);
  const isOpen = row.erased_at === null && !isEnded(row.stage);
  const hasAssessed = rows.some(
    (one) => one.interviewer_id === actor.userId && one.recommendation !== null,
  );
  return rows.map((one) => {
    const isOwn = one.interviewer_id === actor.userId;
    const isShown = isOwn || isKeeper || hasAssessed;
    return {
      id: one.id,
      at: one.at.toISOString(),
      place: one.place,
      interviewer: { id: one.interviewer_id, name: one.interviewer },
      recommendation: isShown ? one.recommendation : null,
      feedback: isShown ? one.feedback : '',
      isCanceled: one.canceled_at !== null,
      version: one.version,
      may: {
        edit: isKeeper && isOpen && one.canceled_at === null,
        assess: isOwn && isOpen && one.canceled_at === null,
      },
    };
  });
}

import { type RawBuilder, sql } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import { forbidden, invalid, notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import {
  allOf,
  type Condition,
  countUpTo,
  escapeLike,
} from '../../../platform/server/records/queries.ts';
import { createOnce, findCreated } from '../../../platform/server/records/repeats.ts';
import { assertVersion } from '../../../platform/server/records/versions.ts';
import { recordActivity } from '../../activity/server/public.ts';
import {
  type Notice,
  notify,
  publishNotifications,
  type Unpublished,
} from '../../notifications/server/public.ts';
import type * as calls from '../contract.ts';
import { type Position, type PositionStatus, type Stage, stages } from '../contract.ts';
import { canKeep, canWritePositions, visiblePositions } from './policy.ts';
import { publishChanged } from './publish.ts';
import { assertStaff } from './staff.ts';
import type { RecruitingDb } from './tables.ts';

interface Row {
  id: number;
  job_title: string;
  store: Store | null;
  department: Department;
  manager_id: number;
  manager: string;
  openings: number;
  status: PositionStatus;
  start_on: string | null;
  note: string;
  created_at: Date;
  counts: Partial<Record<Stage, number>>;
  version: number;
}

type Filters = ValidOf<typeof calls.countPositions>['query'];

const inStoreFilter = (store: Filters['store']): Condition =>
  store && (store === 'group' ? sql`p.store is null` : sql`p.store = ${store}`);

function matching(actor: Actor, { q, store, department, status }: Filters): RawBuilder<boolean> {
  return allOf([
    visiblePositions(actor),
    inStoreFilter(store),
    department && sql`p.department = ${department}`,
    status ? sql`p.status = ${status}` : sql`p.status in ('open', 'on_hold')`,
    q && sql`p.job_title ilike ${`%${escapeLike(q)}%`}`,
  ]);
}

const rowsOf = (where: RawBuilder<unknown>, rest: RawBuilder<unknown> = sql``) => sql<Row>`
  select p.id, p.job_title, p.store, p.department, p.manager_id, u.shown_name as manager, p.openings,
    p.status, p.start_on::text, p.note, p.created_at, p.version,
    coalesce((select jsonb_object_agg(c.stage, c.count) from (
      select a.stage, count(*) from recruiting_applicants a where a.position_id = p.id group by a.stage) c),
      '{}') as counts
  from recruiting_positions p join users u on u.id = p.manager_id
  where ${where} ${rest}`;

function toPosition(actor: Actor, row: Row): Position {
  const counts = Object.fromEntries(stages.map((stage) => [stage, row.counts[stage] ?? 0]));
  const mayEdit = canWritePositions(actor, row.store);
  return {
    id: row.id,
    jobTitle: row.job_title,
    store: row.store,
    department: row.department,
    manager: { id: row.manager_id, name: row.manager },
    openings: row.openings,
    status: row.status,
    startOn: row.start_on,
    note: row.note,
    openedAt: row.created_at.toISOString(),
    hired: row.counts.hired ?? 0,
    counts: counts as Position['counts'],
    version: row.version,
    may: {
      edit: mayEdit,
      addApplicants: canKeep(actor, row) && row.status !== 'closed',
    },
  };
}

export async function listPositions(
  db: RecruitingDb,
  actor: Actor,
  { limit, offset, ...filters }: ValidOf<typeof calls.listPositions>['query'],
): Promise<Position[]> {
  const page = sql`order by p.created_at desc, p.id desc limit ${limit} offset ${offset}`;
  const { rows } = await rowsOf(matching(actor, filters), page).execute(db);
  return rows.map((row) => toPosition(actor, row));
}

export const countPositions = (db: RecruitingDb, actor: Actor, filters: Filters) =>
  countUpTo(db, sql`1 from recruiting_positions p where ${matching(actor, filters)}`);

/** Throws 404 unless the actor may see it. */
export async function getPosition(db: RecruitingDb, actor: Actor, id: number): Promise<Position> {
  const { rows } = await rowsOf(allOf([sql`p.id = ${id}`, visiblePositions(actor)])).execute(db);
  if (!rows[0]) throw notFound();
  return toPosition(actor, rows[0]);
}

function assertOwnStore(actor: Actor, store: Store | null): void {
  if (canWritePositions(actor, store)) return;
  throw store === null
    ? invalid('Only HR of every store opens positions of the whole group.', {
        store: 'Choose one of your stores',
      })
    : invalid('You don’t work at this store.', { store: 'Choose one of your stores' });
}

interface PositionFacts {
  id: number;
  jobTitle: string;
  managerId: number;
  version: number;
}

/** The notification of a new hiring manager, unless they are the actor. */
export const managerNotice = (
  actor: Actor,
  { id, jobTitle, managerId, version }: PositionFacts,
): Notice => ({
  userIds: [managerId].filter((userId) => userId !== actor.userId),
  title: `You are the hiring manager: ${jobTitle}`,
  message: 'You see the applicants and manage them together with HR.',
  type: 'info',
  actionUrl: `/people/recruiting?view=applicants&positionId=${id}`,
  actionLabel: 'Open applicants',
  key: `position:${id}:manager:${version}`,
  deliver: { push: false, digest: true },
});

export function addPosition(platform: Platform, writes: Limit): Handler<typeof calls.addPosition> {
  const db: RecruitingDb = platform.db;
  return async ({ actor, body: { clientId, ...input }, ip }) => {
    await writes.consume(String(actor.userId));
    assertOwnStore(actor, input.store);
    const sent: Unpublished[] = [];
    const id =
      (await findCreated(db, 'recruiting_positions', actor, clientId)) ??
      (await createOnce(db, 'recruiting_positions', actor, clientId, {
        async insert(anyTx) {
          const tx: RecruitingDb = anyTx;
          await assertStaff(tx, input.managerId, 'managerId');
          const { id: added } = await tx
            .insertInto('recruiting_positions')
            .values({
              ...toRow(input),
              status: 'open',
              created_by: actor.userId,
              client_id: clientId,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          await recordActivity(tx, {
            actor,
            action: 'position.opened',
            subject: { type: 'position', id: added, name: input.jobTitle },
            after: input,
            ip,
          });
          sent.push(await notify(tx, managerNotice(actor, { id: added, ...input, version: 1 })));
          return added;
        },
        explain: (error) => error,
      }));
    await publishNotifications(platform, ...sent);
    await publishChanged(platform, { positionId: id, applicantId: null });
    return getPosition(db, actor, id);
  };
}

const toRow = (input: Omit<ValidOf<typeof calls.addPosition>['body'], 'clientId'>) => ({
  job_title: input.jobTitle,
  store: input.store,
  department: input.department,
  manager_id: input.managerId,
  openings: input.openings,
  start_on: input.startOn,
  note: input.note,
});

export function savePosition(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.savePosition> {
  const db: RecruitingDb = platform.db;
  return async ({ actor, params: { positionId }, body: { version, status, ...input }, ip }) => {
    await writes.consume(String(actor.userId));
    const { formerIds, sent } = await db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('recruiting_positions as p')
        .select([
          'job_title',
          'store',
          'department',
          'manager_id',
          'openings',
          'status',
          'note',
          'version',
          sql<string | null>`start_on::text`.as('start_on'),
        ])
        .where('id', '=', positionId)
        .where(visiblePositions(actor))
        .forUpdate()
        .executeTakeFirst();
      if (!row) throw notFound();
      if (!canWritePositions(actor, row.store)) {
        throw forbidden('Only HR of this store can change the position.');
      }
      assertVersion(row, version, 'this position', 'load');
      assertOwnStore(actor, input.store);
      const isOther = input.managerId !== row.manager_id;
      if (isOther) await assertStaff(tx, input.managerId, 'managerId');
      const next = row.version + 1;
      await tx
        .updateTable('recruiting_positions')
        .set({ ...toRow(input), status, version: next })
        .where('id', '=', positionId)
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'position.changed',
        subject: { type: 'position', id: positionId, name: input.jobTitle },
        before: {
          jobTitle: row.job_title,
          store: row.store,
          department: row.department,
          managerId: row.manager_id,
          openings: row.openings,
          startOn: row.start_on,
          note: row.note,
          status: row.status,
        },
        after: { ...input, status },
        ip,
      });
      return {
        formerIds: [row.manager_id],
        sent: isOther
          ? [await notify(tx, managerNotice(actor, { id: positionId, ...input, version: next }))]
          : [],
      };
    });
    await publishNotifications(platform, ...sent);
    await publishChanged(platform, { positionId, applicantId: null, formerIds });
    return getPosition(db, actor, positionId);
  };
}

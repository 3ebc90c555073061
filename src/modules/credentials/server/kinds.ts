import { sql } from 'kysely';
import { violatedConstraint } from '../../../platform/server/db/database.ts';
import { conflict, notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { assertVersion } from '../../../platform/server/records/versions.ts';
import { recordActivity } from '../../activity/server/public.ts';
import {
  type addKind as addCall,
  type Kind,
  kindsAtMost,
  type RequirementInput,
  type saveKind as saveCall,
  tooManyKinds,
} from '../contract/kinds.ts';
import { numberColumns } from './numbers.ts';
import { assertEditsRules, canEditRules } from './policy.ts';
import { publishChanged } from './publish.ts';
import type { CredentialsDb } from './tables.ts';

/** All kinds, archived ones last. */
export async function listKinds(db: CredentialsDb, actor: Actor) {
  return { kinds: await findKinds(db), may: { edit: canEditRules(actor) } };
}

async function findKinds(db: CredentialsDb): Promise<Kind[]> {
  const [kinds, requirements] = await Promise.all([
    db
      .selectFrom('credential_kinds')
      .selectAll()
      .orderBy('is_archived')
      .orderBy('position')
      .orderBy('id')
      .execute(),
    db.selectFrom('credential_requirements').selectAll().orderBy('id').execute(),
  ]);
  return kinds.map((row) => ({
    id: row.id,
    name: row.name,
    isForSelling: row.is_for_selling,
    isForDriving: row.is_for_driving,
    byStore: row.by_store,
    mustExpire: row.must_expire,
    validMonths: row.valid_months,
    graceDays: row.grace_days,
    isNumberPrivate: row.is_number_private,
    isArchived: row.is_archived,
    requiredFor: requirements
      .filter(({ kind_id }) => kind_id === row.id)
      .map(({ department, job_title, store }) => ({ department, jobTitle: job_title, store })),
    version: row.version,
  }));
}

async function getKind(db: CredentialsDb, id: number): Promise<Kind> {
  const kind = (await findKinds(db)).find((one) => one.id === id);
  if (!kind) throw notFound();
  return kind;
}

type Facts = Omit<Kind, 'id' | 'version' | 'isArchived' | 'requiredFor'>;

const columnsOf = (facts: Facts) => ({
  name: facts.name,
  is_for_selling: facts.isForSelling,
  is_for_driving: facts.isForDriving,
  by_store: facts.byStore,
  must_expire: facts.mustExpire,
  valid_months: facts.validMonths,
  grace_days: facts.graceDays,
  is_number_private: facts.isNumberPrivate,
});

async function writeRequirements(
  tx: CredentialsDb,
  kindId: number,
  requiredFor: readonly RequirementInput[],
): Promise<void> {
  await tx.deleteFrom('credential_requirements').where('kind_id', '=', kindId).execute();
  if (requiredFor.length === 0) return;
  await tx
    .insertInto('credential_requirements')
    .values(
      requiredFor.map(({ department, jobTitle, store }) => ({
        kind_id: kindId,
        department,
        job_title: jobTitle,
        store,
      })),
    )
    .execute();
}

function explain(error: unknown): unknown {
  if (violatedConstraint(error) !== 'credential_kinds_name') return error;
  const problem = 'Another kind already has this name';
  return conflict(`${problem}.`, { name: problem });
}

const subjectOf = (id: number, name: string) => ({ type: 'credential_kind', id, name });

export function addKind(platform: Platform, writes: Limit): Handler<typeof addCall> {
  const db: CredentialsDb = platform.db;
  return async ({ actor, body: { requiredFor, ...facts }, ip }) => {
    await writes.consume(String(actor.userId));
    assertEditsRules(actor);
    const id = await db
      .transaction()
      .execute(async (tx) => {
        const { rows } = await sql<{ count: number }>`
          select count(*)::integer as count from credential_kinds where not is_archived`.execute(
          tx,
        );
        if ((rows[0]?.count ?? 0) >= kindsAtMost) throw conflict(tooManyKinds);
        const added = await tx
          .insertInto('credential_kinds')
          .values({
            ...columnsOf(facts),
            position: sql<number>`(select coalesce(max(position), 0) + 1 from credential_kinds)`,
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await writeRequirements(tx, added.id, requiredFor);
        await recordActivity(tx, {
          actor,
          action: 'credential_kind.added',
          subject: subjectOf(added.id, facts.name),
          after: { ...facts, requiredFor },
          ip,
        });
        return added.id;
      })
      .catch((error) => {
        throw explain(error);
      });
    publishChanged(platform);
    return getKind(db, id);
  };
}

export function saveKind(platform: Platform, writes: Limit): Handler<typeof saveCall> {
  const db: CredentialsDb = platform.db;
  return async ({ actor, params: { kindId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    assertEditsRules(actor);
    const { version, requiredFor, isArchived, ...facts } = body;
    await db
      .transaction()
      .execute(async (tx) => {
        const held = await tx
          .selectFrom('credential_kinds')
          .select(['version', 'is_number_private', 'by_store'])
          .where('id', '=', kindId)
          .forUpdate()
          .executeTakeFirst();
        if (!held) throw notFound();
        assertVersion(held, version, 'this kind');
        await assertScopeKept(tx, kindId, held.by_store, facts.byStore);
        const { version: _, ...before } = await getKind(tx, kindId);
        await tx
          .updateTable('credential_kinds')
          .set({ ...columnsOf(facts), is_archived: isArchived, version: version + 1 })
          .where('id', '=', kindId)
          .execute();
        await writeRequirements(tx, kindId, requiredFor);
        if (facts.isNumberPrivate && !held.is_number_private) await sealAll(platform, tx, kindId);
        await recordActivity(tx, {
          actor,
          action: 'credential_kind.changed',
          subject: subjectOf(kindId, facts.name),
          before,
          after: { ...facts, isArchived, requiredFor },
          ip,
        });
      })
      .catch((error) => {
        throw explain(error);
      });
    publishChanged(platform);
    return getKind(db, kindId);
  };
}

/** Existing credentials would lack a store, or have one without a meaning. */
async function assertScopeKept(
  tx: CredentialsDb,
  kindId: number,
  before: boolean,
  after: boolean,
): Promise<void> {
  if (before === after) return;
  const { rows } = await sql`select from employee_credentials
    where kind_id = ${kindId} and removed_at is null limit 1`.execute(tx);
  if (rows.length === 0) return;
  const problem = 'Employees already have credentials of this kind. Add another kind instead';
  throw conflict(`${problem}.`, { byStore: problem });
}

/** Seals numbers that were entered while the kind was not private. */
async function sealAll(
  { secrets }: Pick<Platform, 'secrets'>,
  tx: CredentialsDb,
  kindId: number,
): Promise<void> {
  const terms = await tx
    .selectFrom('credential_terms')
    .innerJoin('employee_credentials', 'employee_credentials.id', 'credential_terms.credential_id')
    .select([
      'credential_terms.id as id',
      'credential_terms.client_id as client_id',
      'credential_terms.number as number',
    ])
    .where('employee_credentials.kind_id', '=', kindId)
    .where('credential_terms.number', '<>', '')
    .execute();
  const sealed = terms.map(
    ({ client_id, number }) => numberColumns(secrets, client_id, number, true).sealed_number,
  );
  await sql`update credential_terms t set number = '', sealed_number = s.sealed::jsonb
    from unnest(${terms.map(({ id }) => id)}::integer[], ${sealed}::text[]) s (id, sealed)
    where t.id = s.id`.execute(tx);
}

import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import { forbidden, notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import { createOnce, findCreated } from '../../../platform/server/records/repeats.ts';
import { assertVersion } from '../../../platform/server/records/versions.ts';
import { recordActivity } from '../../activity/server/public.ts';
import type { RunKind } from '../contract/kinds.ts';
import type * as calls from '../contract.ts';
import type { Template } from '../contract.ts';
import { assertValidItems } from './items.ts';
import { keepsStore } from './policy.ts';
import type { OnboardingServices } from './services.ts';
import type { OnboardingDb } from './tables.ts';

/** Read by all of HR: a checklist says nothing about anyone. */
export function listTemplates({ db }: OnboardingServices): Handler<typeof calls.listTemplates> {
  return () => find(db, sql`true`);
}

async function find(db: OnboardingDb, where: ReturnType<typeof sql>): Promise<Template[]> {
  const { rows } = await sql<Template>`
    select t.id, t.kind, t.name, t.store, t.department, t.job_title as "jobTitle", t.version,
      coalesce((select jsonb_agg(jsonb_build_object('title', i.title, 'note', i.note, 'kind', i.kind,
          'owner', i.owner, 'ownerId', i.owner_id, 'dueDays', i.due_days) order by i.position)
        from onboarding_template_items i where i.template_id = t.id), '[]') as items
    from onboarding_templates t where t.removed_at is null and ${where}
    order by t.kind desc, lower(t.name), t.id`.execute(db);
  return rows;
}

async function getTemplate(db: OnboardingDb, id: number): Promise<Template> {
  const [template] = await find(db, sql`t.id = ${id}`);
  if (!template) throw notFound();
  return template;
}

/** Of all stores: HR of all stores. */
function assertKeepsStore(actor: Actor, store: Store | null): void {
  if (keepsStore(actor, store)) return;
  throw forbidden(
    store === null
      ? 'Only HR of all stores can keep checklists of all stores.'
      : 'Only HR of this store can keep its checklists.',
  );
}

type Body = Parameters<ReturnType<typeof saveTemplate>>[0]['body'];

async function writeItems(
  tx: OnboardingDb,
  templateId: number,
  kind: RunKind,
  items: Body['items'],
): Promise<void> {
  await assertValidItems(tx, kind, items, (at, name) => `items.${at}.${name}`);
  await tx.deleteFrom('onboarding_template_items').where('template_id', '=', templateId).execute();
  await tx
    .insertInto('onboarding_template_items')
    .values(
      items.map((item, at) => ({
        template_id: templateId,
        position: at + 1,
        title: item.title,
        note: item.note,
        kind: item.kind,
        owner: item.owner,
        owner_id: item.ownerId,
        due_days: item.dueDays,
      })),
    )
    .execute();
}

export function addTemplate({ db, writes }: OnboardingServices): Handler<typeof calls.addTemplate> {
  return async ({ actor, body: { clientId, kind, items, jobTitle, ...facts }, ip }) => {
    await writes.consume(String(actor.userId));
    assertKeepsStore(actor, facts.store);
    const known = await findCreated(db, 'onboarding_templates', actor, clientId);
    const id =
      known ??
      (await createOnce(db, 'onboarding_templates', actor, clientId, {
        async insert(anyTx) {
          const tx: OnboardingDb = anyTx;
          const added = await tx
            .insertInto('onboarding_templates')
            .values({
              kind,
              ...facts,
              job_title: jobTitle,
              client_id: clientId,
              created_by: actor.userId,
            })
            .returning('id')
            .executeTakeFirstOrThrow();
          await writeItems(tx, added.id, kind, items);
          await recordActivity(tx, {
            actor,
            action: 'onboarding.checklist_added',
            subject: { type: 'onboarding_checklist', id: added.id, name: facts.name },
            ip,
          });
          return added.id;
        },
        explain: (error) => error,
      }));
    return getTemplate(db, id);
  };
}

async function lockTemplate(tx: OnboardingDb, actor: Actor, id: number, version: number) {
  const row = await tx
    .selectFrom('onboarding_templates')
    .select(['store', 'kind', 'name', 'version'])
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound();
  assertKeepsStore(actor, row.store);
  assertVersion(row, version, 'this checklist', 'load');
  return row;
}

export function saveTemplate({
  db,
  writes,
}: OnboardingServices): Handler<typeof calls.saveTemplate> {
  return async ({ actor, params: { templateId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { version, items, jobTitle, ...facts } = body;
    await db.transaction().execute(async (tx) => {
      const { kind } = await lockTemplate(tx, actor, templateId, version);
      assertKeepsStore(actor, facts.store);
      await tx
        .updateTable('onboarding_templates')
        .set({ ...facts, job_title: jobTitle, version: version + 1 })
        .where('id', '=', templateId)
        .execute();
      await writeItems(tx, templateId, kind, items);
      await recordActivity(tx, {
        actor,
        action: 'onboarding.checklist_changed',
        subject: { type: 'onboarding_checklist', id: templateId, name: facts.name },
        ip,
      });
    });
    return getTemplate(db, templateId);
  };
}

export function removeTemplate({
  db,
  writes,
}: OnboardingServices): Handler<typeof calls.removeTemplate> {
  return async ({ actor, params: { templateId }, query: { version }, ip }) => {
    await writes.consume(String(actor.userId));
    await db.transaction().execute(async (tx) => {
      const { name } = await lockTemplate(tx, actor, templateId, version);
      await tx
        .updateTable('onboarding_templates')
        .set({ removed_at: new Date(), version: version + 1 })
        .where('id', '=', templateId)
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'onboarding.checklist_removed',
        subject: { type: 'onboarding_checklist', id: templateId, name },
        ip,
      });
    });
    return { message: 'Checklist removed.' };
  };
}

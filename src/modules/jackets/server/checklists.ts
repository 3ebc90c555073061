import { sql } from 'kysely';
import { forbidden, invalid } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Limit } from '../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { assertVersion } from '../../../platform/server/records/versions.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { isTypeOf, typeName } from '../../documents/contract.ts';
import type {
  Checklist,
  RequirementInput,
  saveChecklist as saveCall,
} from '../contract/checklist.ts';
import {
  type ChecklistKind,
  cabinetOf,
  checklistKinds,
  checklistNames,
  conditionNames,
  conditionsOf,
  recordOf,
} from '../contract/kinds.ts';
import { canEditChecklist, storesOf } from './policy.ts';
import { publishChecklistsChanged } from './publish.ts';
import type { JacketsDb } from './tables.ts';

/** The checklists of the records whose jackets the actor may read. */
export async function listChecklists(db: JacketsDb, actor: Actor): Promise<Checklist[]> {
  const kinds = checklistKinds.filter((kind) => storesOf(actor, recordOf[kind]).length > 0);
  const [versions, requirements] = await Promise.all([
    db.selectFrom('jacket_checklists').selectAll().execute(),
    findRequirements(db),
  ]);
  return kinds.map((kind) => ({
    kind,
    requirements: requirements
      .filter((row) => row.kind === kind)
      .map(({ type, condition, since }) => ({ type, condition, since })),
    version: versions.find((row) => row.kind === kind)?.version ?? 0,
    may: { edit: canEditChecklist(actor, kind) },
  }));
}

const findRequirements = (db: JacketsDb) =>
  db
    .selectFrom('jacket_requirements')
    .select((columns) => [
      'kind',
      'document_type as type',
      'condition',
      columns.cast<string>('since', 'text').as('since'),
    ])
    .orderBy('kind')
    .orderBy('position')
    .execute();

function assertValid(kind: ChecklistKind, requirements: readonly RequirementInput[]): void {
  const cabinet = cabinetOf[recordOf[kind]];
  const types = new Set<string>();
  requirements.forEach(({ type, condition }, nth) => {
    const refuse = (sentence: string) => invalid(sentence, { [`requirements.${nth}`]: sentence });
    if (!isTypeOf(cabinet, type)) throw refuse('Choose a document of this cabinet.');
    if (types.has(type)) throw refuse(`${typeName(cabinet, type)} is on the list twice.`);
    if (!conditionsOf[recordOf[kind]].includes(condition)) {
      throw refuse(`“${conditionNames[condition]}” does not apply to this checklist.`);
    }
    types.add(type);
  });
}

/** For the activity log. */
const describe = (kind: ChecklistKind, requirements: readonly RequirementInput[]) =>
  requirements.map(
    ({ type, condition, since }) =>
      `${typeName(cabinetOf[recordOf[kind]], type)}: ${conditionNames[condition]}, since ${since}`,
  );

/** Replaces a checklist. The state of every jacket follows from it at once. */
export function saveChecklist(platform: Platform, writes: Limit): Handler<typeof saveCall> {
  const db: JacketsDb = platform.db;
  return async ({ actor, params: { kind }, body: { version, requirements }, ip }) => {
    await writes.consume(String(actor.userId));
    if (!canEditChecklist(actor, kind)) {
      throw forbidden('Only managers who keep these jackets can change their checklist.');
    }
    assertValid(kind, requirements);
    await db.transaction().execute(async (tx) => {
      const held = await tx
        .selectFrom('jacket_checklists')
        .selectAll()
        .where('kind', '=', kind)
        .forUpdate()
        .executeTakeFirstOrThrow();
      assertVersion(held, version, 'this checklist');
      const before = (await findRequirements(tx)).filter((row) => row.kind === kind);
      await tx.deleteFrom('jacket_requirements').where('kind', '=', kind).execute();
      if (requirements.length > 0) {
        await tx
          .insertInto('jacket_requirements')
          .values(
            requirements.map(({ type, condition, since }, nth) => ({
              kind,
              document_type: type,
              condition,
              since,
              position: nth + 1,
            })),
          )
          .execute();
      }
      await tx
        .updateTable('jacket_checklists')
        .set({ version: sql`version + 1` })
        .where('kind', '=', kind)
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'jacket_checklist.changed',
        subject: { type: 'jacket_checklist', id: kind, name: checklistNames[kind] },
        before: { documents: describe(kind, before) },
        after: { documents: describe(kind, requirements) },
        ip,
      });
    });
    publishChecklistsChanged(platform);
    return { kind, requirements, version: version + 1, may: { edit: true } };
  };
}

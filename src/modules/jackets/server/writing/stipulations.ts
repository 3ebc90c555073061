import { type Selectable, sql } from 'kysely';
import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { createOnce, findCreated } from '../../../../platform/server/records/repeats.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { isTypeOf, typeName } from '../../../documents/contract.ts';
import type * as calls from '../../contract/jacket.ts';
import { getJacket } from '../jacket.ts';
import { canKeep, keepRefusals } from '../policy.ts';
import { publishJacketChanged } from '../publish.ts';
import { listFiled } from '../records/documents.ts';
import { getSubject, takesStipulations } from '../records/find.ts';
import type { Subject } from '../records/subjects.ts';
import type { JacketsDb, JacketTables } from '../tables.ts';

type Row = Selectable<JacketTables['deal_stipulations']>;

function assertMayKeep(actor: Actor): void {
  if (!canKeep(actor, 'deal')) throw forbidden(keepRefusals.deal);
}

function assertType(type: string | null): void {
  if (type === null || isTypeOf('deals', type)) return;
  throw invalid('Choose a document of the deals cabinet.', { type: 'Choose a document' });
}

const factsOf = ({
  text,
  due_on,
  document_type,
}: Pick<Row, 'text' | 'due_on' | 'document_type'>) => ({
  text,
  dueOn: due_on,
  document: document_type && typeName('deals', document_type),
});

export function addStipulation(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.addStipulation> {
  const db: JacketsDb = platform.db;
  return async ({ actor, params: { dealId }, body: { clientId, text, dueOn, type }, ip }) => {
    await writes.consume(String(actor.userId));
    const deal = await getSubject(db, actor, 'deal', dealId);
    assertMayKeep(actor);
    assertType(type);
    if (!takesStipulations(deal)) {
      throw conflict('Only a deal that a lender finances or leases has stipulations.');
    }
    const row = { text, due_on: dueOn, document_type: type };
    if (!(await findCreated(db, 'deal_stipulations', actor, clientId))) {
      await createOnce(db, 'deal_stipulations', actor, clientId, {
        async insert(anyTx) {
          const tx: JacketsDb = anyTx;
          const { id } = await tx
            .insertInto('deal_stipulations')
            .values({ ...row, client_id: clientId, deal_id: dealId, created_by: actor.userId })
            .returning('id')
            .executeTakeFirstOrThrow();
          await recordActivity(tx, {
            actor,
            action: 'stipulation.added',
            subject: { type: 'deal', id: dealId, name: deal.title },
            after: factsOf(row),
            ip,
          });
          return id;
        },
        explain: (error) => error,
      });
      publishJacketChanged(platform, { record: 'deal', id: dealId, stores: deal.stores });
    }
    return getJacket(db, actor, { record: 'deal', recordId: dealId });
  };
}

interface Change {
  actor: Actor;
  stipulationId: number;
  version: number;
  /** Checks the change, makes it, and says what it is in the activity log. */
  change(
    tx: JacketsDb,
    row: Row,
  ): Promise<{
    set: Partial<Omit<Row, 'id' | 'version'>>;
    action: string;
    before?: object;
    after?: object;
  }>;
  ip: string;
}

/** One change of one stipulation, under its row lock; throws 404, 403, or 409 if it is outdated. */
async function changeStipulation(
  platform: Platform,
  writes: Limit,
  { actor, stipulationId, version, change, ip }: Change,
) {
  const db: JacketsDb = platform.db;
  await writes.consume(String(actor.userId));
  const deal = await db.transaction().execute(async (tx): Promise<Subject> => {
    const row = await tx
      .selectFrom('deal_stipulations')
      .selectAll()
      .select(sql<string>`due_on::text`.as('due_on'))
      .where('id', '=', stipulationId)
      .where('removed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw notFound();
    const found = await getSubject(tx, actor, 'deal', row.deal_id);
    assertMayKeep(actor);
    assertVersion(row, version, 'this stipulation');
    const { set, ...act } = await change(tx, row);
    await tx
      .updateTable('deal_stipulations')
      .set({ ...set, version: row.version + 1 })
      .where('id', '=', stipulationId)
      .execute();
    await recordActivity(tx, {
      actor,
      ...act,
      subject: { type: 'deal', id: found.id, name: found.title },
      ip,
    });
    return found;
  });
  publishJacketChanged(platform, { record: 'deal', id: deal.id, stores: deal.stores });
  return getJacket(db, actor, { record: 'deal', recordId: deal.id });
}

function assertOpen({ cleared_at }: Row): void {
  if (cleared_at !== null) throw conflict('This stipulation is cleared. Open it again first.');
}

export function saveStipulation(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.saveStipulation> {
  return ({ actor, params, body: { version, text, dueOn, type }, ip }) =>
    changeStipulation(platform, writes, {
      ...{ actor, ip, version, stipulationId: params.stipulationId },
      async change(_, row) {
        assertOpen(row);
        assertType(type);
        const set = { text, due_on: dueOn, document_type: type };
        return { set, action: 'stipulation.changed', before: factsOf(row), after: factsOf(set) };
      },
    });
}

export function clearStipulation(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.clearStipulation> {
  return ({ actor, params, body: { version, documentId }, ip }) =>
    changeStipulation(platform, writes, {
      ...{ actor, ip, version, stipulationId: params.stipulationId },
      async change(tx, row) {
        if (row.cleared_at !== null) throw conflict('This stipulation is already cleared.');
        const document = await findSatisfying(tx, actor, row, documentId);
        return {
          set: { cleared_by: actor.userId, cleared_at: new Date(), document_id: documentId },
          action: 'stipulation.cleared',
          after: { text: row.text, document },
        };
      },
    });
}

/** The title of the document a stipulation is cleared with; null if it asks for none and none was chosen. */
async function findSatisfying(
  tx: JacketsDb,
  actor: Actor,
  { deal_id, document_type }: Row,
  documentId: number | null,
): Promise<string | null> {
  if (documentId === null) {
    if (document_type === null) return null;
    const sentence = `Choose the document that satisfies it: ${typeName('deals', document_type)}.`;
    throw invalid(sentence, { documentId: sentence });
  }
  const filed = await listFiled(tx, actor, 'deal', deal_id);
  const document = filed.find(({ id }) => id === documentId);
  if (document && (document_type === null || document.type === document_type)) {
    return document.title;
  }
  const sentence =
    document_type === null
      ? 'Choose a document that is filed for this deal.'
      : `Choose a document that is filed for this deal as ${typeName('deals', document_type)}.`;
  throw invalid(sentence, { documentId: sentence });
}

export function reopenStipulation(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.reopenStipulation> {
  return ({ actor, params, query: { version }, ip }) =>
    changeStipulation(platform, writes, {
      ...{ actor, ip, version, stipulationId: params.stipulationId },
      async change(_, row) {
        if (row.cleared_at === null) throw conflict('This stipulation is open.');
        return {
          set: { cleared_by: null, cleared_at: null, document_id: null },
          action: 'stipulation.reopened',
          after: { text: row.text },
        };
      },
    });
}

export function removeStipulation(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.removeStipulation> {
  return ({ actor, params, query: { version }, ip }) =>
    changeStipulation(platform, writes, {
      ...{ actor, ip, version, stipulationId: params.stipulationId },
      async change(_, row) {
        assertOpen(row);
        return {
          set: { removed_by: actor.userId, removed_at: new Date() },
          action: 'stipulation.removed',
          before: factsOf(row),
        };
      },
    });
}

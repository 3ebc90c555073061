import { conflict, forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { typeName } from '../../../documents/contract.ts';
import type {
  undoWaiver as undoCall,
  waiveRequirement as waiveCall,
} from '../../contract/jacket.ts';
import { cabinetOf, type RecordKind } from '../../contract/kinds.ts';
import { getJacket } from '../jacket.ts';
import { canKeep, keepRefusals } from '../policy.ts';
import { publishJacketChanged } from '../publish.ts';
import { findItems, getSubject, getToday, stateOf } from '../records/find.ts';
import { type Subject, subjectTypes } from '../records/subjects.ts';
import type { JacketsDb } from '../tables.ts';

/** The record, if the actor may change its jacket; throws 404 or 403. */
async function getKept(
  tx: JacketsDb,
  actor: Actor,
  record: RecordKind,
  id: number,
): Promise<Subject> {
  const subject = await getSubject(tx, actor, record, id);
  if (!canKeep(actor, record)) throw forbidden(keepRefusals[record]);
  return subject;
}

/** Does without a document that is missing. */
export function waiveRequirement(platform: Platform, writes: Limit): Handler<typeof waiveCall> {
  const db: JacketsDb = platform.db;
  return async ({ actor, params: { record, recordId, type }, body: { reason }, ip }) => {
    await writes.consume(String(actor.userId));
    const subject = await db.transaction().execute(async (tx) => {
      const found = await getKept(tx, actor, record, recordId);
      const items = await findItems(tx, record, found, await getToday(tx));
      const item = items.find((one) => one.type === type);
      if (!item) throw notFound();
      const name = typeName(cabinetOf[record], type);
      if (stateOf(item) === 'received') throw conflict(`${name} has been received.`);
      const { numInsertedOrUpdatedRows } = await tx
        .insertInto('jacket_waivers')
        .values({
          record_kind: record,
          record_id: recordId,
          document_type: type,
          reason,
          waived_by: actor.userId,
        })
        .onConflict((waiver) => waiver.doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) throw conflict(`${name} is already waived.`);
      await recordActivity(tx, {
        actor,
        action: 'jacket.waived',
        subject: { type: subjectTypes[record], id: recordId, name: found.title },
        after: { document: name, reason },
        ip,
      });
      return found;
    });
    publishJacketChanged(platform, { record, id: recordId, stores: subject.stores });
    return getJacket(db, actor, { record, recordId });
  };
}

/** Asks for the document again. */
export function undoWaiver(platform: Platform, writes: Limit): Handler<typeof undoCall> {
  const db: JacketsDb = platform.db;
  return async ({ actor, params: { record, recordId, type }, ip }) => {
    await writes.consume(String(actor.userId));
    const undone = await db.transaction().execute(async (tx) => {
      const subject = await getKept(tx, actor, record, recordId);
      const waiver = await tx
        .updateTable('jacket_waivers')
        .set({ undone_by: actor.userId, undone_at: new Date() })
        .where('record_kind', '=', record)
        .where('record_id', '=', recordId)
        .where('document_type', '=', type)
        .where('undone_at', 'is', null)
        .returning('reason')
        .executeTakeFirst();
      if (!waiver) return null;
      await recordActivity(tx, {
        actor,
        action: 'jacket.waiver_undone',
        subject: { type: subjectTypes[record], id: recordId, name: subject.title },
        before: { document: typeName(cabinetOf[record], type), reason: waiver.reason },
        ip,
      });
      return subject;
    });
    if (undone) publishJacketChanged(platform, { record, id: recordId, stores: undone.stores });
    return getJacket(db, actor, { record, recordId });
  };
}

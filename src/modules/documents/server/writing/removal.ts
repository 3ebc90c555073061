import { sql } from 'kysely';
import { conflict, forbidden } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import { subjectOf } from '../accesses.ts';
import { canRemove, canRestore } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { getDocument, lockDocument } from '../record/find.ts';
import { keepDocument } from '../retention.ts';
import type { DocumentServices } from '../services.ts';

/** Takes a document out of its cabinet. The reply is the last that a person who may not restore it sees of it. */
export function removeDocument(
  services: DocumentServices,
  writes: Limit,
): Handler<typeof calls.removeDocument> {
  const { db } = services;
  return async ({ actor, params: { documentId }, body: { version, reason }, ip }) => {
    await writes.consume(String(actor.userId));
    const now = new Date();
    const page = await getDocument(db, actor, documentId);
    const row = await db.transaction().execute(async (tx) => {
      const locked = await lockDocument(tx, actor, documentId, version);
      if (locked.removed_at !== null) throw conflict('This document is already removed.');
      if (!canRemove(actor, locked)) {
        throw forbidden('Only a manager, or who added it, can remove this document.');
      }
      await tx
        .updateTable('documents')
        .set({
          removed_at: now,
          removed_by: actor.userId,
          removal_reason: reason,
          version: locked.version + 1,
        })
        .where('id', '=', documentId)
        .execute();
      await addEvent(tx, documentId, actor.userId, { kind: 'removed', detail: reason });
      const subject = subjectOf(documentId);
      await recordActivity(tx, { actor, action: 'document.removed', subject, ip });
      await keepDocument(tx, documentId);
      return locked;
    });
    publishChanged(services, documentId, row);
    const restore = canRestore(actor, { ...row, removed_at: now });
    return {
      ...page,
      isRemoved: true,
      version: row.version + 1,
      removal: { by: actor.shownName, at: now.toISOString(), reason },
      may: { ...page.may, edit: false, addVersion: false, remove: false, restore },
    };
  };
}

/** Puts a removed document back. */
export function restoreDocument(
  services: DocumentServices,
  writes: Limit,
): Handler<typeof calls.restoreDocument> {
  const { db } = services;
  return async ({ actor, params: { documentId }, query: { version }, ip }) => {
    await writes.consume(String(actor.userId));
    const row = await db.transaction().execute(async (tx) => {
      const locked = await lockDocument(tx, actor, documentId, version);
      if (locked.removed_at === null) throw conflict('This document is not removed.');
      if (!canRestore(actor, locked)) throw forbidden('Only a manager can restore this document.');
      await sql`update documents set removed_at = null, removed_by = null, removal_reason = null,
        version = version + 1 where id = ${documentId}`.execute(tx);
      await addEvent(tx, documentId, actor.userId, { kind: 'restored', detail: '' });
      const subject = subjectOf(documentId);
      await recordActivity(tx, { actor, action: 'document.restored', subject, ip });
      return locked;
    });
    publishChanged(services, documentId, row);
    return getDocument(db, actor, documentId);
  };
}

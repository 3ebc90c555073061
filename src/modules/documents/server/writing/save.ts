import { calendarDay } from '../../../../platform/contract/calendar.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { conflict, forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import { cabinetRules } from '../../contract/cabinets.ts';
import { typeName } from '../../contract/types.ts';
import type * as calls from '../../contract.ts';
import { assertFilable, assertStaysInHr, canEdit } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { getDocument, lockDocument } from '../record/find.ts';
import { writeLinks } from '../record/links.ts';
import type { DocumentRow } from '../record/rows.ts';
import { keepDocument } from '../retention.ts';
import { writeWords } from '../search/described.ts';
import type { DocumentServices } from '../services.ts';
import type { DocumentsDb } from '../tables.ts';
import { toColumns } from './add.ts';

type Body = ValidOf<typeof calls.saveDocument>['body'];

/** Renames, moves or describes a document. */
export function saveDocument(
  services: DocumentServices,
  writes: Limit,
): Handler<typeof calls.saveDocument> {
  const { db } = services;
  return async ({ actor, params: { documentId }, body }) => {
    await writes.consume(String(actor.userId));
    const before = await db.transaction().execute(async (tx) => {
      const row = await lockDocument(tx, actor, documentId, body.version);
      const isChanged = await write(tx, actor, row, body);
      if (isChanged && row.filed_at !== null) await keepDocument(tx, documentId);
      return isChanged ? row : null;
    });
    if (before) publishChanged(services, documentId, body, before);
    return getDocument(db, actor, documentId);
  };
}

/** Confirms where a document of the inbox belongs. */
export function fileDocument(
  services: DocumentServices,
  writes: Limit,
): Handler<typeof calls.fileDocument> {
  const { db } = services;
  return async ({ actor, params: { documentId }, body }) => {
    await writes.consume(String(actor.userId));
    const before = await db.transaction().execute(async (tx) => {
      const row = await lockDocument(tx, actor, documentId, body.version);
      if (row.filed_at !== null) throw conflict('This document is already filed.');
      await write(tx, actor, row, body);
      await tx
        .updateTable('documents')
        .set({ filed_at: new Date(), filed_by: actor.userId, version: row.version + 1 })
        .where('id', '=', documentId)
        .execute();
      await tx.deleteFrom('document_proposals').where('document_id', '=', documentId).execute();
      const place = `${cabinetRules[body.cabinet].name}, ${typeName(body.cabinet, body.type)}`;
      await addEvent(tx, documentId, actor.userId, { kind: 'filed', detail: place });
      await keepDocument(tx, documentId);
      return row;
    });
    publishChanged(services, documentId, body, before);
    return getDocument(db, actor, documentId);
  };
}

/** Writes the facts of a document; returns whether anything is different. */
async function write(
  tx: DocumentsDb,
  actor: Actor,
  row: DocumentRow,
  body: Body,
): Promise<boolean> {
  if (!canEdit(actor, row)) throw forbidden('You can’t change this document.');
  assertStaysInHr(row.cabinet, body.cabinet);
  assertFilable(actor, body);
  const changed = changesBetween(row, body);
  const linked = await writeLinks(tx, actor, row.id, body.links);
  if (changed === '' && linked === '') return false;
  await tx
    .updateTable('documents')
    .set({ ...toColumns(body), version: row.version + 1 })
    .where('id', '=', row.id)
    .execute();
  if (changed) await addEvent(tx, row.id, actor.userId, { kind: 'changed', detail: changed });
  if (linked) await addEvent(tx, row.id, actor.userId, { kind: 'linked', detail: linked });
  await writeWords(tx, [row.id]);
  return true;
}

type Columns = ReturnType<typeof toColumns>;

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

/** The fields with their names in the history, and their values as people read them. */
const fields: [name: string, column: keyof Columns, shown: (columns: Columns) => string][] = [
  ['Title', 'title', ({ title }) => title],
  ['Cabinet', 'cabinet', ({ cabinet }) => cabinetRules[cabinet].name],
  ['Type', 'type', ({ cabinet, type }) => typeName(cabinet, type)],
  ['Store', 'store', ({ store }) => (store === null ? 'All stores' : storeNames[store])],
  [
    'Date',
    'document_on',
    ({ document_on }) => (document_on === null ? '' : calendarDay(document_on)),
  ],
  [
    'Amount',
    'amount_cents',
    ({ amount_cents }) => (amount_cents === null ? '' : dollars.format(amount_cents / 100)),
  ],
  ['Number', 'number', ({ number }) => number],
  ['Keywords', 'keywords', ({ keywords }) => keywords],
];

const none = 'none';

/** `Title: Scan → Buyer’s order. Date: none → Nov 20, 2026`. */
function changesBetween(before: Columns, body: Body): string {
  const after = toColumns(body);
  return fields
    .filter(([, column]) => before[column] !== after[column])
    .map(([name, , shown]) => `${name}: ${shown(before) || none} → ${shown(after) || none}`)
    .join('. ');
}

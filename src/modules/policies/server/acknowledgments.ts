import { type RawBuilder, sql } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { writableCabinets } from '../../documents/contract.ts';
import { findReadableDocument, type ReadableDocument } from '../../documents/server/public.ts';
import { type Audience, mayPost } from '../../notices/contract.ts';
import type { NoticeSummary, Notices } from '../../notices/server/public.ts';
import type * as contract from '../contract.ts';
import type { Acknowledgment } from '../contract.ts';

type Parts = Pick<Platform, 'db' | 'publicUrl'>;

/** Only those who file policies ask; they also see the requests that others made. */
const mayAsk = (actor: Actor) => writableCabinets(actor).includes('policies');

export function listAcknowledgments(
  { db }: Parts,
  notices: Notices,
): Handler<typeof contract.listAcknowledgments> {
  return async ({ actor, params: { documentId } }) => {
    const policy = await getPolicy(db, actor, documentId);
    const found = await findAcknowledgments(db, notices, actor, documentId);
    return {
      acknowledgments: found
        .filter(({ summary }) => mayAsk(actor) || summary.isAsked)
        .map(toAcknowledgment),
      may: { ask: mayAsk(actor) && mayPost(actor.role) && !policy.isRemoved },
    };
  };
}

export function askAcknowledgment(
  { db, publicUrl }: Parts,
  notices: Notices,
): Handler<typeof contract.askAcknowledgment> {
  return async ({ actor, params: { documentId }, body, ip }) => {
    const { versionNumber, note, audience, ...posting } = body;
    const policy = await getPolicy(db, actor, documentId);
    if (!mayAsk(actor)) throw forbidden('Only HR and back office can ask people to read a policy.');
    const isThisOne = sql<boolean>`exists (
      select from notices n join chat_messages m on m.id = n.message_id where n.id = notice_id
        and m.sender_id = ${actor.userId} and m.client_msg_id = ${posting.clientMsgId})`;
    const find = () => findAcknowledgments(db, notices, actor, documentId, isThisOne);
    const [first] = await find();
    // A late repeat is answered like the first one, whatever became of the document meanwhile.
    if (first) return toAcknowledgment(first);
    if (policy.isRemoved) throw conflict('This document was removed.');
    if (policy.versionNumber !== versionNumber) {
      throw conflict('There is a newer version of this document. Reload and try again.');
    }
    // The file itself: many of those who are asked do not have the page of documents.
    const path = `/api/documents/${documentId}/versions/${versionNumber}/file?use=view`;
    const link = publicUrl() + path;
    const text = `Read version ${versionNumber} of “${policy.title}”: ${link}\nSHA-256 ${policy.sha256}`;
    await notices.post(actor, {
      ...posting,
      audience: { ...audience, stores: readersOf(policy, audience) },
      kind: 'policy',
      title: policy.title,
      text: note ? `${note}\n\n${text}` : text,
      ip,
      async also(tx, noticeId) {
        await sql`insert into policy_notices (notice_id, document_id, version_number)
          values (${noticeId}, ${documentId}, ${versionNumber})`.execute(tx);
      },
    });
    const [asked] = await find();
    if (!asked) throw notFound();
    return toAcknowledgment(asked);
  };
}

/** A policy of one store is asked of its people only: no one else may read it. */
function readersOf({ store }: ReadableDocument, { stores }: Audience): Audience['stores'] {
  if (store === null) return stores;
  if (stores.some((one) => one !== store)) {
    const problem = 'This policy belongs to one store. Ask only people who work there.';
    throw invalid(problem, { audience: problem });
  }
  return [store];
}

async function getPolicy(
  db: Db<AnyTables>,
  actor: Actor,
  documentId: number,
): Promise<ReadableDocument> {
  const document = await findReadableDocument(db, actor, documentId);
  if (document?.cabinet !== 'policies' || !document.isFiled) throw notFound();
  return document;
}

interface Asked {
  versionNumber: number;
  summary: NoticeSummary;
}

async function findAcknowledgments(
  db: Db<AnyTables>,
  notices: Notices,
  actor: Actor,
  documentId: number,
  condition: RawBuilder<boolean> = sql`true`,
): Promise<Asked[]> {
  const { rows } = await sql<{ noticeId: string; versionNumber: number }>`
    select notice_id as "noticeId", version_number as "versionNumber"
    from policy_notices where document_id = ${documentId} and ${condition}`.execute(db);
  const versions = new Map(rows.map((row) => [row.noticeId, row.versionNumber]));
  const summaries = await notices.findSummaries(actor, [...versions.keys()]);
  return summaries.map((summary) => ({
    versionNumber: versions.get(summary.noticeId) ?? 0,
    summary,
  }));
}

const toAcknowledgment = ({ versionNumber, summary }: Asked): Acknowledgment => ({
  noticeId: summary.noticeId,
  versionNumber,
  channelId: summary.channelId,
  messageId: summary.messageId,
  askedBy: summary.authorName,
  askedAt: summary.postedAt.toISOString(),
  dueAt: summary.dueAt.toISOString(),
  closedAt: summary.closedAt?.toISOString() ?? null,
  total: summary.total,
  confirmed: summary.confirmed,
});

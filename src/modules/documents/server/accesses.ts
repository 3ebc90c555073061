import type { AnswerOf } from '../../../platform/contract/endpoint.ts';
import { forbidden } from '../../../platform/server/errors.ts';
import type { Actor, RequestContext } from '../../../platform/server/http/actor.ts';
import { listActsOn, recordActivity, wasRecorded } from '../../activity/server/public.ts';
import type * as calls from '../contract.ts';
import { canSeeAccesses } from './policy.ts';
import { getRow } from './record/find.ts';
import type { DocumentsDb } from './tables.ts';

type AccessKind = AnswerOf<typeof calls.listAccesses>[number]['kind'];

const actions: Record<AccessKind, string> = {
  view: 'document.viewed',
  download: 'document.downloaded',
  print: 'document.printed',
};

/** The activity log is sealed and cannot be erased, so it holds numbers instead of titles. */
export const subjectOf = (id: number) => ({ type: 'document', id, name: `Document ${id}` });

/** Someone who leafs through a document views it once, and so does a viewer that asks for a file range by range. */
const viewMinutes = 10;

export interface Seen {
  documentId: number;
  versionNumber: number;
}

/**
 * Records that someone gets these versions, before they do. In the log is who received what a document says: its
 * pages, its text or its bytes, with the version. What only helps to find it is counted by `data-access` instead, or
 * everyone who scrolls through a list would be among its readers: the words around a match, and thumbnails, which are
 * too small for a page, or for a card that fills the picture, to be read.
 */
export async function recordAccess(
  db: DocumentsDb,
  { actor, ip }: RequestContext,
  kind: AccessKind,
  versions: readonly Seen[],
): Promise<void> {
  await recordActivity(
    db,
    ...versions.map(({ documentId, versionNumber }) => ({
      actor,
      action: actions[kind],
      subject: subjectOf(documentId),
      after: { kind, version: versionNumber },
      ip,
    })),
  );
}

/**
 * The same for a view, unless they viewed that version within the last ten minutes: its pages and text, or all of its
 * bytes, which someone who saw a page has not received. Returns whether it was recorded.
 */
export async function recordView(
  db: DocumentsDb,
  { actor, ip }: RequestContext,
  { documentId, versionNumber }: Seen,
  part: 'pages' | 'file',
): Promise<boolean> {
  const view = {
    action: actions.view,
    subject: subjectOf(documentId),
    after: { kind: 'view', version: versionNumber, part },
  };
  if (await wasRecorded(db, { actorId: actor.userId, ...view, minutes: viewMinutes })) return false;
  await recordActivity(db, { actor, ...view, ip });
  return true;
}

/** Who viewed, downloaded or printed a document, newest first. */
export async function listAccesses(
  db: DocumentsDb,
  actor: Actor,
  id: number,
  before?: number,
): Promise<AnswerOf<typeof calls.listAccesses>> {
  const row = await getRow(db, actor, id);
  if (!canSeeAccesses(actor, row)) throw forbidden();
  const acts = await listActsOn(db, subjectOf(id), Object.values(actions), { before });
  return acts.map(({ after, ...act }) => ({
    id: act.id,
    at: act.at,
    by: act.by,
    kind: after.kind as AccessKind,
    versionNumber: Number(after.version),
  }));
}

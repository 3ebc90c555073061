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

/** Someone who leafs through a document views it once. */
const viewMinutes = 10;

export interface Seen {
  documentId: number;
  versionNumber: number;
}

/** Records that someone gets these versions, before they do. */
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

/** The same for a view, unless they viewed that version within the last ten minutes. */
export async function recordView(
  db: DocumentsDb,
  context: RequestContext,
  seen: Seen,
): Promise<void> {
  const isKnown = await wasRecorded(db, {
    actorId: context.actor.userId,
    action: actions.view,
    subject: subjectOf(seen.documentId),
    after: { version: seen.versionNumber },
    minutes: viewMinutes,
  });
  if (!isKnown) await recordAccess(db, context, 'view', [seen]);
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

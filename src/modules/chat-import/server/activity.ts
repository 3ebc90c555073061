import type { RequestContext } from '../../../platform/server/http/actor.ts';
import type { ImportRow } from './tables.ts';

/** For the activity log: only the source and counts. */
export function activityOf(
  row: ImportRow,
  action: string,
  { actor, ip }: RequestContext,
  after: object = {},
) {
  const subject = { type: 'chat_import', id: row.id, name: row.file_name };
  return { actor, action, subject, after: { kind: row.kind, ...after }, ip };
}

import { v5 as uuidv5 } from 'uuid';
import type { ChannelRow, ImportRow } from '../tables.ts';

const namespace = '5b0f7f0e-8a53-4c0e-9f0a-2f4f3c1f6a51';

/** A message always gets the same id, from any export of the workspace; `part` of a long one. */
export function idOfMessage(
  { kind, workspace_key }: Pick<ImportRow, 'kind' | 'workspace_key'>,
  { source_id }: Pick<ChannelRow, 'source_id'>,
  messageId: string,
  part = 0,
): string {
  const parts = [kind, workspace_key, source_id, messageId, ...(part > 0 ? [String(part)] : [])];
  return uuidv5(parts.join('\0'), namespace);
}

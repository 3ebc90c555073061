import { notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import { storedSource } from '../../../../platform/server/parsing/parsing.ts';
import { readableMaxBytes } from '../../contract/document.ts';
import type * as calls from '../../contract.ts';
import { recordView } from '../accesses.ts';
import { layoutOf } from '../files/layout.ts';
import { getVersion } from '../record/find.ts';
import type { DocumentServices } from '../services.ts';

/** The content of an Office file. It is read each time: few are opened twice. */
export function readLayout(
  { db, storage, parsing }: DocumentServices,
  previews: Limit,
): Handler<typeof calls.readLayout> {
  return async ({ actor, ip, params }) => {
    const version = await getVersion(db, actor, params);
    if (version.kind !== 'office' || version.size_bytes > readableMaxBytes) throw notFound();
    await previews.consume(String(actor.userId));
    await recordView(db, { actor, ip }, params, 'pages');
    const files = storage.folder(version.folder);
    const source = storedSource(files, version.storage_key, version.size_bytes);
    const layout = await layoutOf(parsing, source);
    if (!layout) throw notFound('This file can’t be shown. Download it to open it.');
    return layout;
  };
}

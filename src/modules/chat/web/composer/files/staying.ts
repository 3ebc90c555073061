import { keepUnsavedWork } from '../../../../../platform/web/ui/unsaved.ts';
import type { Drafts } from '../../store/drafts.ts';

const watched = new WeakSet<Drafts>();

/** A file on its way is in this page alone: the browser asks before the page is left, until all have arrived. */
export function stayUntilUploaded(drafts: Drafts): void {
  if (watched.has(drafts) || !isUploading(drafts)) return;
  watched.add(drafts);
  const arrived = keepUnsavedWork();
  const stop = drafts.watch(() => {
    if (isUploading(drafts)) return;
    stop();
    watched.delete(drafts);
    arrived();
  });
}

function isUploading(drafts: Drafts): boolean {
  return drafts
    .keys()
    .some((key) =>
      drafts.get(key).attachments.some(({ phase }) => phase === 'waiting' || phase === 'uploading'),
    );
}

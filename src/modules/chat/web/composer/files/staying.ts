import { keepUnsavedWork } from '../../../../../platform/web/ui/unsaved.ts';
import type { Drafts } from '../../store/drafts.ts';

const watched = new WeakSet<Drafts>();

/** Makes the browser ask before the page is left while files are uploading. */
export function stayUntilUploaded(drafts: Drafts): void {
  if (watched.has(drafts) || !isUploading(drafts)) return;
  watched.add(drafts);
  const release = keepUnsavedWork();
  const stop = drafts.watch(() => {
    if (isUploading(drafts)) return;
    stop();
    watched.delete(drafts);
    release();
  });
}

function isUploading(drafts: Drafts): boolean {
  return drafts
    .keys()
    .some((key) =>
      drafts.get(key).attachments.some(({ phase }) => phase === 'waiting' || phase === 'uploading'),
    );
}

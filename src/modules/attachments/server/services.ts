import type { Intake } from './bytes.ts';
import type { UploadUse } from './uses.ts';

/** What the module's functions need; created once. */
export interface AttachmentServices extends Intake {
  uses: readonly UploadUse[];
}

import type { RawBuilder } from 'kysely';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';

export interface UploadAccess {
  isAttached: boolean;
  isReadable: boolean;
}

/**
 * What a module that attaches uploads to its records knows of them. Conditions are on a row `u` of
 * `chat_uploads`.
 */
export interface UploadUse {
  /** A record has it: it can be neither discarded nor swept. */
  isKept: RawBuilder<boolean>;
  /** A draft has it: it can be discarded, but is not swept. */
  isDrafted?: RawBuilder<boolean>;
  /**
   * Whether a record has the upload, and whether the actor can read one of those records. Without it only the
   * uploader can read the file.
   */
  findAccess?(db: Db<AnyTables>, actor: Actor, uploadId: string): Promise<UploadAccess>;
}

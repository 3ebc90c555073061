import type { Feature, Page, Store } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { RecordCard, RecordKind } from '../contract.ts';

/** Who may see a record: whoever has its store and holds each permission named. */
export interface RecordAccess {
  /** Null: it is every store's. */
  store: Store | null;
  page: Page | null;
  /** With neither a page nor a feature named, nobody sees it. */
  feature: Feature | null;
}

export interface FoundRecord {
  /** Which of the keys asked for it answers. */
  key: string;
  card: RecordCard;
  access: RecordAccess;
}

export interface RecordFacts {
  id: string;
  title: string;
  /** Everything it is called by, as `findReferences` says it. */
  keys: readonly string[];
  access: RecordAccess;
}

/**
 * What a room with records answers for them. Numbers are compared as `findReferences` writes them: capitals,
 * without hyphens.
 */
export interface RecordSource {
  kind: RecordKind;
  /** Those of these keys that the actor may see, in one question to the database. */
  find(actor: Actor, keys: readonly string[]): Promise<FoundRecord[]>;
  /** Of these ids the records there are, whoever asks. */
  facts(ids: readonly string[]): Promise<RecordFacts[]>;
}

/** A record was renamed, moved to another store or deleted: `{ kind, id }`. Told by its room after COMMIT. */
export const recordChanged = 'records.changed';

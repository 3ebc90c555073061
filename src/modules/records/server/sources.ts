import type { Feature, Page, Store } from '../../../platform/contract/access.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import type { RecordCard, RecordKind } from '../contract.ts';

/** Who may see a record: everyone with access to its store who has the permissions named. */
export interface RecordAccess {
  /** Null: it belongs to every store. */
  store: Store | null;
  page: Page | null;
  /** With neither a page nor a feature, no one can see it. */
  feature: Feature | null;
}

export interface FoundRecord {
  /** The requested key that matched. */
  key: string;
  card: RecordCard;
  access: RecordAccess;
}

export interface RecordFacts {
  id: string;
  title: string;
  /** Every key it can be found by, as `findReferences` writes them. */
  keys: readonly string[];
  access: RecordAccess;
}

/**
 * How a module makes its records findable. Numbers are compared as `findReferences` writes them: uppercase, without
 * hyphens.
 */
export interface RecordSource {
  kind: RecordKind;
  /** The records with these keys that the actor may see, in one query. */
  find(actor: Actor, keys: readonly string[]): Promise<FoundRecord[]>;
  /** The existing records among these ids, without an access check. */
  facts(ids: readonly string[]): Promise<RecordFacts[]>;
}

/**
 * A record was renamed, moved to another store or deleted: `{ kind, id }`. Published by its module after COMMIT.
 */
export const recordChanged = 'records.changed';

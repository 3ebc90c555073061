import type { Kysely } from 'kysely';
import type { Access, Store } from '../../../platform/contract/access.ts';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';

/** A field that a column can be mapped to. */
export interface ImportField {
  name: string;
  label: string;
  /** Headings it is recognized by, lowercase letters and digits only. */
  headings: readonly string[];
  /** Who may import it, if not everyone who may import. */
  access?: Access;
}

/** A row of a file, by field. */
export interface FileRow {
  /** As in a spreadsheet: the header is row 1. */
  row: number;
  /** The cell text, trimmed; empty if no column is mapped to this field. */
  cell(field: string): string;
}

/** The rows of one record: one, or one per line of an order. */
export type FileRecord = readonly [FileRow, ...FileRow[]];

export interface CellProblem {
  /** Empty: the whole row. */
  field: string;
  error: string;
}

export interface RowProblem extends CellProblem {
  row: number;
}

/** A warning for a valid row. */
export interface RowNote extends Omit<RowProblem, 'error'> {
  note: string;
}

/** A record ready to be created; the problems with its rows; or an existing, unchanged record. */
export type Checked<Fact> =
  | { fact: Fact; notes?: readonly RowNote[] }
  | { problems: RowProblem[] }
  | { isHere: true };

export interface ImportContext {
  importId: number;
  store: Store;
  /** The author of the import, with their current access. */
  actor: Actor;
  timezone: string;
  /** State the module keeps between records of a file, for example numbers seen and their rows. */
  seen: Map<string, number>;
}

/** A kind of records that a module can import. */
export interface ImportKind<Fact = unknown> {
  /** In the URL: `customers`. */
  name: string;
  fields: readonly ImportField[];
  /** Without it the kind does not exist for the user. */
  access: Access;
  /** The message for users who may use the module but not this import. */
  refusal: string;
  mayImport(actor: Actor): boolean;
  storesOf(actor: Actor): readonly Store[];
  /** For the activity log. */
  actions: { imported: string; undone: string };
  /** Rows with the same key form one record; null: a record of its own. Omitted: each row is a record. */
  keyOf?(row: FileRow): string | null;
  /** Checks some records of the file, returning results in the same order. Writes nothing. */
  check(
    tx: Kysely<AnyTables>,
    records: readonly FileRecord[],
    context: ImportContext,
  ): Promise<Checked<Fact>[]>;
  create(tx: Kysely<AnyTables>, facts: readonly Fact[], context: ImportContext): Promise<void>;
  /** Deletes records that no one has changed since; returns how many remain. */
  undo(
    tx: Kysely<AnyTables>,
    context: ImportContext,
    reportProgress: (done: number) => Promise<void>,
  ): Promise<number>;
  /** Called after COMMIT: many records of the store were created or deleted. */
  publish?(store: Store): void;
}

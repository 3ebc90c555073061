import type { Kysely } from 'kysely';
import type { Access, Store } from '../../../platform/contract/access.ts';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';

/** What a column of a file may be. */
export interface ImportField {
  name: string;
  label: string;
  /** Headings it is known by, in small letters and digits alone. */
  headings: readonly string[];
  /** Who may bring it in, if not everybody who may import. */
  access?: Access;
}

/** A row of a file, by what its columns are. */
export interface FileRow {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  /** What stands in it, without blanks around; empty where no column is this field. */
  cell(field: string): string;
}

/** The rows that together say one thing: one, or as many as an order has lines. */
export type FileRecord = readonly [FileRow, ...FileRow[]];

export interface RowProblem {
  row: number;
  /** Empty: the row as a whole. */
  field: string;
  error: string;
}

/** What is worth knowing of a row that is right. */
export interface RowNote extends Omit<RowProblem, 'error'> {
  note: string;
}

/** What a record says, ready to be created; what is wrong with its rows; or that it is here, just so. */
export type Checked<Fact> =
  | { fact: Fact; notes?: readonly RowNote[] }
  | { problems: RowProblem[] }
  | { isHere: true };

export interface ImportContext {
  importId: number;
  store: Store;
  /** Whose import it is, with the rights they have now. */
  actor: Actor;
  timezone: string;
  /** What stood in earlier records of the file, and in which row; kept by the room. */
  seen: Map<string, number>;
}

/** One kind of records a room lets people bring in. */
export interface ImportKind<Fact = unknown> {
  /** In the address: `customers`. */
  name: string;
  fields: readonly ImportField[];
  /** Without it there is no such import. */
  access: Access;
  /** The sentence for whoever may use the room but not this. */
  refusal: string;
  mayImport(actor: Actor): boolean;
  storesOf(actor: Actor): readonly Store[];
  /** Of the log. */
  actions: { imported: string; undone: string };
  /** Rows with the same key are one record; null: a record of its own. Left out: each row is one. */
  keyOf?(row: FileRow): string | null;
  /** Looks at some records of the file in its order, the answer in the same order. Writes nothing. */
  check(
    tx: Kysely<AnyTables>,
    records: readonly FileRecord[],
    context: ImportContext,
  ): Promise<Checked<Fact>[]>;
  create(tx: Kysely<AnyTables>, facts: readonly Fact[], context: ImportContext): Promise<void>;
  /** Deletes what nobody has worked with since; answers how many stay. */
  takeBack(
    tx: Kysely<AnyTables>,
    context: ImportContext,
    tell: (done: number) => Promise<void>,
  ): Promise<number>;
  /** After COMMIT: many records of the store are new or gone. */
  tell?(store: Store): void;
}

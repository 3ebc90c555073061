import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Department, Store } from '../../../platform/contract/access.ts';
import type { Db } from '../../../platform/server/db/database.ts';
import type { PeopleTables } from '../../people/server/public.ts';
import type { NoteColor } from '../contract.ts';

interface NotesTable {
  id: string;
  owner_id: number;
  title: string;
  content: string;
  color: NoteColor;
  tags: string[];
  version: Generated<number>;
  created_at: Generated<Date>;
  updated_at: Generated<Date>;
  updated_by: number;
  deleted_at: Date | null;
  search_text: ColumnType<string, never, never>;
}

interface SharesTable {
  id: Generated<number>;
  note_id: string;
  user_id: number | null;
  department: Department | null;
  store: Store | null;
  can_edit: boolean;
}

interface MarksTable {
  note_id: string;
  user_id: number;
  is_pinned: Generated<boolean>;
  has_left: Generated<boolean>;
}

interface VersionsTable {
  note_id: string;
  version: number;
  title: string;
  content: string;
  color: NoteColor;
  tags: string[];
  written_by: number;
  written_at: Date;
  kept_at: Generated<Date>;
}

export interface NotesTables extends PeopleTables {
  notes: NotesTable;
  note_shares: SharesTable;
  note_marks: MarksTable;
  note_versions: VersionsTable;
}

export type NotesDb = Db<NotesTables>;
export type NoteRow = Omit<Selectable<NotesTable>, 'search_text'>;

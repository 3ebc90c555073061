import type { ColumnType, Generated } from 'kysely';
import type { Department, Role, Store } from '../../../platform/contract/access.ts';
import type { UtilityId } from '../contract/preferences.ts';

interface ShortcutsTable {
  id: Generated<number>;
  version: Generated<number>;
  title: string;
  url: string;
  description: string;
  icon: string;
  category: string;
  is_global: boolean;
  roles: Role[];
  departments: Department[];
  stores: Store[];
  is_active: boolean;
  position: number;
  created_at: Generated<Date>;
  deleted_at: Date | null;
}

export interface ShortcutsTables {
  shortcuts: ShortcutsTable;
  shortcut_backgrounds: {
    etag: string;
    image: ColumnType<Buffer<ArrayBuffer>, Buffer, Buffer>;
    created_at: Generated<Date>;
  };
  dashboard_preferences: {
    user_id: number;
    selected_utilities: UtilityId[];
    changed_at: Generated<Date>;
  };
}

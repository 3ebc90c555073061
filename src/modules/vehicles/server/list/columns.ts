import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type * as calls from '../../contract/columns.ts';
import { type ColumnName, columnNames } from '../../contract/columns.ts';
import type { VehicleDb } from '../tables.ts';

/** The user's columns; null if never chosen. */
export function getColumns(platform: Platform): Handler<typeof calls.getColumns> {
  const db: VehicleDb = platform.db;
  return async ({ actor }) => {
    const row = await db
      .selectFrom('vehicle_columns')
      .select('columns')
      .where('user_id', '=', actor.userId)
      .executeTakeFirst();
    const isColumn = (name: string): name is ColumnName => columnNames.includes(name as ColumnName);
    return { columns: row ? row.columns.filter(isColumn) : null };
  };
}

export function setColumns(platform: Platform): Handler<typeof calls.setColumns> {
  const db: VehicleDb = platform.db;
  return async ({ actor, body }) => {
    const columns = [...new Set(body.columns)];
    await db
      .insertInto('vehicle_columns')
      .values({ user_id: actor.userId, columns })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ columns }))
      .execute();
    return { message: 'Columns saved' };
  };
}

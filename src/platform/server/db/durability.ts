import type pg from 'pg';

const needed = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * Throws unless acknowledged commits survive a crash. A kill cannot reveal `fsync = off` (the operating system
 * keeps the pages), so the setting itself is checked.
 */
export async function assertDurable(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ setting: string }>(
    `select setting from unnest($1::text[]) setting where current_setting(setting) = 'off'`,
    [needed],
  );
  const [off] = rows;
  if (!off) return;
  throw new Error(
    `The database has ${off.setting} = off and can lose acknowledged commits; turn it on.`,
  );
}

import type pg from 'pg';

const needed = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * Throws unless acknowledged commits survive a crash. A kill cannot reveal `fsync = off` (the operating system
 * keeps the pages), so the setting itself is checked.
 */
export async function assertDurable(pool: pg.Pool): Promise<void> {
  for (const setting of needed) {
    const { rows } = await pool.query<Record<string, string>>(`show ${setting}`);
    if (rows[0]?.[setting] === 'off') {
      throw new Error(
        `The database has ${setting} = off and can lose acknowledged commits; turn it on.`,
      );
    }
  }
}

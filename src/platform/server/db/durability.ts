import type pg from 'pg';

const needed = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

/**
 * Throws unless a commit that was reported survives a crash. A kill cannot show `fsync = off` (the
 * operating system keeps the pages), so the setting itself is asked.
 */
export async function assertDurable(pool: pg.Pool): Promise<void> {
  for (const setting of needed) {
    const { rows } = await pool.query<Record<string, string>>(`show ${setting}`);
    if (rows[0]?.[setting] === 'off') {
      throw new Error(
        `The database has ${setting} = off and may forget what it has confirmed; turn it on.`,
      );
    }
  }
}

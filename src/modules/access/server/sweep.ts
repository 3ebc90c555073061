import { sql } from 'kysely';
import type { Platform } from '../../../platform/server/platform.ts';

/**
 * Nightly: sessions, devices and links that can no longer be used are kept for a month, for investigations,
 * then deleted.
 */
export function scheduleSweep({ jobs, db }: Platform): void {
  jobs.schedule('access.sweep', '23 9 * * *', async () => {
    await sql`delete from sessions
      where least(ended_at, expires_at, last_seen_at + interval '12 hours')
        < now() - interval '30 days'`.execute(db);
    await sql`delete from known_devices where last_seen_at < now() - interval '400 days'`.execute(
      db,
    );
    await sql`delete from email_confirmations where expires_at < now() - interval '30 days'`.execute(
      db,
    );
    await sql`delete from password_resets where expires_at < now() - interval '30 days'`.execute(
      db,
    );
  });
}

import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { MailDb } from '../tables.ts';

/** Long enough to investigate a delivery; recipients are not stored forever. */
const keptDays = 90;
const dayMs = 86_400_000;

/** Nightly: deletes emails sent or failed more than 90 days ago. Waiting ones stay. */
export function scheduleSweep({ jobs, db, config }: Platform): void {
  jobs.schedule('mail.sweep', '31 9 * * *', () =>
    sweepMail(db, path.join(config.dataDir, 'outbox')),
  );
}

export async function sweepMail(db: MailDb, folder: string): Promise<void> {
  await sql`delete from mail_outbox
    where coalesce(sent_at, failed_at) < now() - make_interval(days => ${keptDays})`.execute(db);
  // Without a mail server each is a file too; there is no folder before the first one.
  const names = await fs.readdir(folder).catch(() => []);
  for (const name of names) {
    const file = path.join(folder, name);
    const { mtimeMs } = await fs.stat(file);
    if (name.endsWith('.eml') && Date.now() - mtimeMs > keptDays * dayMs) await fs.rm(file);
  }
}

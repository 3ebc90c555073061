import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import PostalMime, { type Email } from 'postal-mime';
import { expect } from 'vitest';
import type { TestForecourt } from '../../../../test/support/forecourt.ts';

/** All emails sent to an address so far, once no job is left to run; in the order of sending. */
export async function emailsTo(forecourt: TestForecourt, address: string): Promise<Email[]> {
  await expect.poll(() => jobsLeft(forecourt), { interval: 25 }).toBe(0);
  const { rows } = await sql<{ id: string }>`
    select id from mail_outbox where to_address = ${address} order by created_at`.execute(
    forecourt.platform.db,
  );
  return Promise.all(
    rows.map(({ id }) =>
      PostalMime.parse(fs.readFileSync(path.join(forecourt.dataDir, 'outbox', `${id}.eml`))),
    ),
  );
}

async function jobsLeft({ platform }: TestForecourt): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from graphile_worker.jobs`.execute(platform.db);
  return rows[0]?.count ?? -1;
}

export function linkIn(email: Email | undefined): string {
  return /https?:\S+/.exec(email?.text ?? '')?.[0] ?? '';
}

export const tokenIn = (email: Email | undefined) => linkIn(email).split('#token=')[1] ?? '';

import fs from 'node:fs/promises';
import tls from 'node:tls';
import { type Kysely, sql } from 'kysely';
import type { AnyTables } from '../../../platform/server/db/database.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import type { StorageFacts } from '../../../platform/server/storage/storage.ts';
import { countLiveSessions } from '../../access/server/public.ts';
import { lastAudit } from '../../activity/server/public.ts';
import type { SystemInformation } from '../contract/information.ts';

/** What only the composition root knows. */
export interface Build {
  version: string;
  /** A file that each build of the site rewrites. */
  file: string;
}

const certificateSeconds = 600;

export async function getSystemInformation(
  platform: Platform,
  { version, file }: Build,
): Promise<SystemInformation> {
  const { config, db, cache, storage } = platform;
  const url = platform.publicUrl();
  const [built, facts, certificate, audit, activeSessions, disk] = await Promise.all([
    fs.stat(file).catch(() => null),
    askDatabase(db),
    cache.remember('apiResponses', `certificate:${url}`, certificateSeconds, () =>
      readCertificate(url),
    ),
    lastAudit(db),
    countLiveSessions(db),
    freeSpace(storage.describe()),
  ]);
  return {
    version,
    environment: config.production ? 'production' : 'development',
    database: `PostgreSQL ${facts.version}`,
    deployedAt: built?.mtime.toISOString() ?? null,
    certificate,
    lastAuditAt: audit?.toISOString() ?? null,
    lastBackupAt: facts.archived?.toISOString() ?? null,
    activeSessions,
    disk,
  };
}

/** A bucket has no capacity to measure. */
async function freeSpace({ kind, place }: StorageFacts): Promise<SystemInformation['disk']> {
  if (kind !== 'disk') return null;
  // The storage reports a missing folder itself; the rest is still useful.
  const disk = await fs.statfs(place).catch(() => null);
  if (!disk) return null;
  const { bavail, blocks, bsize } = disk;
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

async function askDatabase(db: Kysely<AnyTables>) {
  const { rows } = await sql<{ version: string; archived: Date | null }>`
    select split_part(current_setting('server_version'), ' ', 1) as version,
      (select last_archived_time from pg_stat_archiver) as archived`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('Failed to read database facts');
  return facts;
}

type Certificate = NonNullable<SystemInformation['certificate']>;

const timeoutMs = 3_000;
const soonMs = 21 * 24 * 60 * 60 * 1_000;

/** The certificate of the public URL; null if it is not HTTPS. */
async function readCertificate(publicUrl: string): Promise<Certificate | null> {
  const { protocol, hostname: host, port } = new URL(publicUrl);
  if (protocol !== 'https:') return null;
  return new Promise((resolve) => {
    // Validity is what is being checked, so an invalid certificate must not end the connection first.
    const socket = tls.connect({
      host,
      port: Number(port || 443),
      servername: host,
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    const finish = (state: Certificate['state'], validUntil: string | null = null) => {
      socket.destroy();
      resolve({ state, host, validUntil });
    };
    socket.once('error', () => finish('not reachable'));
    socket.once('timeout', () => finish('not reachable'));
    socket.once('secureConnect', () => {
      const until = new Date(socket.getPeerCertificate().valid_to);
      if (Number.isNaN(until.getTime())) return finish('not valid');
      const isSoon = until.getTime() - Date.now() < soonMs;
      const state = socket.authorized ? (isSoon ? 'ends soon' : 'valid') : 'not valid';
      finish(state, until.toISOString());
    });
  });
}

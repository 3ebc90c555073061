import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { type Forecourt, startForecourt as start } from '../../src/main/forecourt.ts';
import type { RecordSources } from '../../src/main/modules.ts';
import { readConfig } from '../../src/platform/server/config/config.ts';
import { createLog } from '../../src/platform/server/log/log.ts';
import { type Client, createClient } from './client.ts';

export interface TestForecourt extends Forecourt {
  dataDir: string;
  /** A browser without a session. */
  client(): Client;
  /** A browser signed in as a user of the demo group. */
  signIn(username: string, password?: string): Promise<Client>;
}

interface Options {
  /** `demo` (default): seeded with the demo group. `empty`: only migrated. */
  database?: 'demo' | 'empty';
  env?: Record<string, string>;
  /** The modules' record sources. */
  records?: RecordSources;
  /** `application`: as the role that may only read and write rows, as the embedded database does. */
  role?: 'owner' | 'application';
}

/** The complete server on a free port, with its own database. */
export async function startForecourt(options: Options = {}): Promise<TestForecourt> {
  const { database = 'demo', env = {}, role = 'owner' } = options;
  const host = inject('socketDir');
  const log = createLog(process.env.TEST_LOG ?? 'silent');
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  // Without the product's limit on statements: copying and dropping a database waits for the disk.
  const admin = new pg.Pool({ host, user: 'forecourt', database: 'postgres', max: 1 });
  await admin.query(`create database ${name} template template_${database} strategy file_copy`);
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'forecourt-data-'));
  const ownerUrl = `postgres:///${name}?host=${encodeURIComponent(host)}&user=forecourt`;
  const application = `forecourt_app&password=${inject('applicationPassword')}`;
  const forecourt = await start(
    readConfig({
      PORT: '0',
      DATA_DIR: dataDir,
      ...(role === 'application'
        ? {
            DATABASE_URL: ownerUrl.replace(/forecourt$/, application),
            DATABASE_OWNER_URL: ownerUrl,
          }
        : { DATABASE_URL: ownerUrl }),
      TEST_ALLOW_UNSAFE_DATABASE: '1',
      TEST_DATABASE_TIMEOUT_MS: '60000',
      SEED: 'none',
      ...env,
    }),
    log,
    undefined,
    options.records,
  );
  const client = () => createClient(forecourt.url);
  const devices = new Map<string, string>();
  return {
    ...forecourt,
    dataDir,
    client,
    async signIn(username, password = 'forecourt-demo') {
      // Always on the same device: a sign-in on a new one sends an email.
      const device = devices.get(username);
      const browser = Object.assign(client(), { device });
      const response = await browser.raw('POST', '/api/login', { body: { username, password } });
      if (response.status !== 200)
        throw new Error(`${username} cannot sign in: ${response.status}`);
      if (browser.device) devices.set(username, browser.device);
      return browser;
    },
    async stop() {
      await forecourt.stop();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

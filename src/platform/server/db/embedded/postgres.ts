import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, chooseAccount } from '../../account/account.ts';
import type { Log } from '../../log/log.ts';
import { findBinaries } from './binaries.ts';
import { createCluster, prepareSocketDir, stopLeftover } from './cluster.ts';
import { chooseIdentity, ownCluster } from './identity.ts';
import { launch, stopChild } from './launch.ts';
import { applicationRole, ownerRole, readPasswords, secureCluster } from './roles.ts';

interface Role {
  user: string;
  password: string;
}

export interface EmbeddedPostgres {
  /** Folder of the Unix socket: the `host` to connect to. */
  socketDir: string;
  /** Superuser and owner of everything. */
  owner: Role;
  /** Has only what it is granted. */
  application: Role;
  /** Clean shutdown; resolves once the process is gone. */
  stop(): Promise<void>;
}

interface Options {
  /** Folder of the cluster and its socket. */
  dir: string;
  /** Folder of the passwords; the same folder by default. */
  keys?: string;
  /** The account it runs as if we are root. */
  account?: Account | undefined;
  log: Log;
  /** For temporary test databases: faster, but loses acknowledged writes in a power failure. */
  unsafe?: boolean;
  /** Called once its process exists. */
  onLaunch?: () => void;
}

const unsafeSettings = {
  // Tests run many servers beside each other.
  max_connections: '300',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
};

/**
 * Starts PostgreSQL on a Unix socket only, creating the cluster first if there is none. It is restarted when it
 * dies, and stops when this process exits, for whatever reason. Throws with PostgreSQL's own message if it cannot
 * start.
 */
export async function startEmbeddedPostgres(options: Options): Promise<EmbeddedPostgres> {
  const { dir, log, unsafe = false, onLaunch = () => {} } = options;
  const { keys = path.join(dir, 'keys'), account = chooseAccount(dir) } = options;
  const identity = chooseIdentity(await findBinaries(), path.resolve(dir), account);
  const cluster = path.join(identity.dataDir, 'cluster');
  const socketDir = prepareSocketDir(identity);
  await stopLeftover(cluster);
  ownCluster(identity, cluster);
  createCluster(identity, cluster, unsafe);
  const passwords = readPasswords(keys);
  const settings: Record<string, string> = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    jit: 'off',
    max_connections: '100',
    shared_buffers: '128MB',
    ...(unsafe ? unsafeSettings : {}),
  };
  await secureCluster(identity, cluster, passwords, settings);
  let stopping = false;
  let child: ChildProcess;
  let settled = Promise.resolve();

  async function start(): Promise<void> {
    child = await launch(identity, cluster, settings);
    child.once('exit', () => {
      settled = restart();
    });
  }

  async function restart(): Promise<void> {
    while (!stopping) {
      log.error('The embedded database stopped unexpectedly; restarting it');
      try {
        await stopLeftover(cluster);
        return await start();
      } catch (error) {
        log.error({ err: error }, 'Failed to start the embedded database');
        await sleep(1_000);
      }
    }
  }

  const started = start();
  onLaunch();
  await started;
  return {
    socketDir,
    owner: { user: ownerRole, password: passwords.owner },
    application: { user: applicationRole, password: passwords.application },
    async stop() {
      stopping = true;
      await settled;
      await stopChild(child);
    },
  };
}

import type { StorageConfig } from '../config/storage.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { addressOf, type Engine } from './engine.ts';
import { sealedFiles } from './sealed/files.ts';
import { type Files, type Folder, folders, privateFolders, type Storage } from './storage.ts';

/**
 * Starts the configured storage. Throws a message if it cannot be used; buckets are not contacted before first use.
 */
export async function startStorage(
  config: StorageConfig,
  jobs: Jobs,
  secrets: Secrets,
): Promise<Storage> {
  const engine = await createEngine(config);
  jobs.schedule('storage.sweep', '43 9 * * *', engine.sweep);
  return createStorage(engine, secrets);
}

/** Engines that are not configured are not loaded. */
async function createEngine(config: StorageConfig): Promise<Engine> {
  if (config.kind === 's3') return (await import('./s3/s3.ts')).createS3Engine(config);
  if (config.kind === 'gcs') return (await import('./gcs/gcs.ts')).createGcsEngine(config);
  return (await import('./disk.ts')).createDiskEngine(config.directory);
}

/** The folders of an engine, the private ones encrypted. */
export function createStorage(engine: Engine, secrets: Secrets): Storage {
  const isPrivate = (folder: Folder) => privateFolders.some((name) => name === folder);
  const made = new Map(
    folders.map((folder) => {
      const files = plainFiles(engine, folder);
      return [folder, isPrivate(folder) ? sealedFiles(files, folder, secrets) : files];
    }),
  );
  const folder = (name: Folder) => {
    const files = made.get(name);
    if (!files) throw new Error(`Not a folder of the storage: ${name}`);
    return files;
  };
  return { ...folder('other'), folder, check: engine.check, describe: engine.describe };
}

function plainFiles(engine: Engine, folder: Folder): Files {
  return {
    put: async (key, stream, facts = {}) => engine.put(addressOf(folder, key), stream, facts),
    open: async (key, range = {}) => engine.open(addressOf(folder, key), range),
    stat: async (key) => engine.stat(addressOf(folder, key)),
    delete: async (key) => engine.delete(addressOf(folder, key)),
    list: () => engine.list(folder),
  };
}

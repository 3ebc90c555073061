import type { Platform } from '../../../../platform/server/platform.ts';
import {
  type Folder,
  folders,
  privateFolders,
  type Storage,
} from '../../../../platform/server/storage/storage.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import * as contract from '../../contract/storage.ts';
import {
  type Directory,
  filesCountedAtMost,
  filesShown,
  type Scan,
} from '../../contract/storage.ts';
import { reasonOf } from './reason.ts';
import { dropTestFiles, testWriting, typeOf } from './writing.ts';

/** Storage diagnostics. A failure is the result, not an error of the endpoint. */
export function addStorageRoutes(platform: Platform): void {
  const { routes, storage, db, limits, jobs, log } = platform;
  // Each call makes many storage requests.
  const tests = limits('storage-diagnostics', 30, 60);

  routes.add(contract.listBuckets, async () => {
    const { kind: engine, bucket: name, place: location } = storage.describe();
    const isPrivate = new Set<string>(privateFolders);
    const directories = folders.map((folder) => ({
      name: folder,
      type: typeOf(folder),
      encrypted: isPrivate.has(folder),
    }));
    return [{ name, engine, location, directories }];
  });
  routes.add(contract.testStorageConnection, async ({ actor }) => {
    await tests.consume(String(actor.userId));
    try {
      const { project } = await storage.check();
      return { connected: true, project_id: project, error: null };
    } catch (error) {
      const { project } = storage.describe();
      return { connected: false, project_id: project, error: reasonOf(error, log) };
    }
  });
  routes.add(contract.scanBuckets, async ({ actor }) => {
    await tests.consume(String(actor.userId));
    try {
      const bucket = await scan(storage);
      return { success: true, totalBuckets: 1, buckets: [bucket], error: null };
    } catch (error) {
      return { success: false, totalBuckets: 0, buckets: [], error: reasonOf(error, log) };
    }
  });
  routes.add(contract.testStorageWrite, async ({ actor, ip }) => {
    await tests.consume(String(actor.userId));
    const result = await testWriting(platform);
    const subject = { type: 'storage', id: storage.describe().bucket, name: 'Storage' };
    const after = { writable: result.writable_directories };
    await recordActivity(db, { actor, action: 'storage.tested', subject, after, ip });
    return result;
  });
  jobs.schedule('storage.tests.sweep', '33 9 * * *', () => dropTestFiles(storage));
}

/** Lists the files of every folder, without reading them. */
async function scan(storage: Storage): Promise<Scan['buckets'][number]> {
  const directories = await Promise.all(folders.map((folder) => look(storage, folder)));
  const totalFiles = directories.reduce((sum, { fileCount }) => sum + fileCount, 0);
  return { bucket: storage.describe().bucket, totalFiles, directories };
}

async function look(storage: Storage, folder: Folder): Promise<Directory> {
  const found: Directory = { name: folder, fileCount: 0, isCut: false, files: [] };
  for await (const { key, sizeBytes } of storage.folder(folder).list()) {
    if (found.fileCount === filesCountedAtMost) return { ...found, isCut: true };
    found.fileCount += 1;
    if (found.files.length < filesShown) found.files.push({ name: key, size: sizeBytes });
  }
  return found;
}

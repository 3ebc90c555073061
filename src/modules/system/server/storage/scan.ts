import { type Folder, folders, type Storage } from '../../../../platform/server/storage/storage.ts';
import {
  type Directory,
  filesCountedAtMost,
  filesShown,
  type Scan,
} from '../../contract/storage.ts';

/** Lists the files of every folder, without reading them. */
export async function scan(storage: Storage): Promise<Scan['buckets'][number]> {
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

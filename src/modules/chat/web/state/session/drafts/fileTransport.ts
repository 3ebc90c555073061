import { call } from '../../../../../../platform/web/api/call.ts';
import { type FileOnItsWay, sendFile } from '../../../../../../platform/web/api/sendFile.ts';
import type { Attachment } from '../../../../../attachments/contract.ts';
import { discardUpload, uploadFile } from '../../../../../attachments/contract.ts';

export interface FileToSend {
  id: string;
  file: File;
  durationMs: number | null;
  /** The uploaded part, from 0 to 1. */
  onProgress(part: number): void;
}

/** Uploads files to the server. */
export interface FileTransport {
  send(file: FileToSend): FileOnItsWay<Attachment>;
  discard(id: string): Promise<unknown>;
}

export const fileTransport: FileTransport = {
  send: ({ id, file, durationMs, onProgress }) =>
    sendFile(
      uploadFile,
      { params: { uploadId: id }, query: { name: file.name, durationMs } },
      {
        bytes: file,
        mediaType: file.type || 'application/octet-stream',
        onSent: (bytes, total) => onProgress(total ? bytes / total : 0),
      },
    ),
  discard: (id) => call(discardUpload, { params: { uploadId: id } }),
};

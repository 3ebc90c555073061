import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { pathOf } from '../../../../../platform/web/api/path.ts';
import { discardUpload, uploadFile } from '../../../contract/attachments.ts';
import type { Attachment } from '../../../contract.ts';

export interface FileToSend {
  id: string;
  file: File;
  durationMs: number | null;
  /** How much has left, from 0 to 1. */
  onProgress(part: number): void;
}

export interface FileOnItsWay {
  /** Throws `ApiError` when refused, `TypeError` when unreachable. */
  done: Promise<Attachment>;
  abort(): void;
}

/** The way of files to the server. */
export interface FileTransport {
  send(file: FileToSend): FileOnItsWay;
  discard(id: string): Promise<unknown>;
}

// `fetch` tells nothing of how far an upload has come; the older way does.
export const fileTransport: FileTransport = {
  send({ id, file, durationMs, onProgress }) {
    const request = new XMLHttpRequest();
    const done = new Promise<Attachment>((resolve, reject) => {
      request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
      request.onload = () => {
        if (request.status < 300) resolve(JSON.parse(request.responseText));
        else reject(new ApiError(request.status, request.statusText, request.responseText));
      };
      request.onerror = () => reject(new TypeError('Unreachable'));
      request.onabort = () => reject(new TypeError('Aborted'));
    });
    const query = { name: file.name, durationMs };
    request.open('PUT', pathOf(uploadFile.path, { params: { uploadId: id }, query }));
    request.setRequestHeader('accept', 'application/json');
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.send(file);
    return { done, abort: () => request.abort() };
  },
  discard: (id) => call(discardUpload, { params: { uploadId: id } }),
};

import type { Readable } from 'node:stream';
import { inChunks } from '../chunks.ts';
import { assertSize, silent } from '../failures.ts';
import { textOf as bodyOf } from '../remote/body.ts';
import type { Limits, SendCall } from '../remote/calls.ts';
import { elementsOf, escaped, textOf } from './xml.ts';

/** Uploads older than this are abandoned. */
const abandonedMs = 24 * 60 * 60 * 1_000;

export interface Bucket {
  url: string;
  send: SendCall;
  limits: Limits;
}

/** An object is visible only after its last part; until then it can be aborted. */
export async function putObject(
  bucket: Bucket,
  name: string,
  stream: Readable,
  expectedBytes: number | undefined,
): Promise<{ sizeBytes: number }> {
  const url = `${bucket.url}/${name}`;
  const tags: string[] = [];
  let uploadId: string | undefined;
  let sizeBytes = 0;
  try {
    for await (const { bytes, isLast } of inChunks(stream, bucket.limits.partBytes)) {
      sizeBytes += bytes.length;
      if (isLast) assertSize(expectedBytes, sizeBytes);
      if (isLast && uploadId === undefined) {
        await ask(bucket, { method: 'PUT', url, headers: octets, body: bytes });
        return { sizeBytes };
      }
      uploadId ??= await begin(bucket, url);
      tags.push(await putPart(bucket, url, { uploadId, number: tags.length + 1, bytes }));
    }
    await complete(bucket, url, { uploadId: uploadId ?? '', tags, sizeBytes });
    return { sizeBytes };
  } catch (error) {
    // An upload that cannot be aborted is cleaned up later; the original error matters.
    if (uploadId !== undefined) await abort(bucket, url, uploadId).catch(() => {});
    throw error;
  }
}

const octets = { 'content-type': 'application/octet-stream' };

/** Sends the call and returns the response text. */
export async function ask(bucket: Bucket, call: Parameters<SendCall>[0]): Promise<string> {
  return bodyOf(await bucket.send(call), bucket.limits.stallMs);
}

async function begin(bucket: Bucket, url: string): Promise<string> {
  const reply = await ask(bucket, { method: 'POST', url: `${url}?uploads=`, headers: octets });
  const uploadId = textOf(reply, 'UploadId');
  if (!uploadId) throw silent('no upload was started');
  return uploadId;
}

async function putPart(
  bucket: Bucket,
  url: string,
  { uploadId, number, bytes }: { uploadId: string; number: number; bytes: Buffer },
): Promise<string> {
  const query = new URLSearchParams({ partNumber: String(number), uploadId });
  const reply = await bucket.send({ method: 'PUT', url: `${url}?${query}`, body: bytes });
  await bodyOf(reply, bucket.limits.stallMs);
  const tag = reply.response.headers.get('etag');
  if (!tag) throw silent('a part without an ETag');
  return tag;
}

async function complete(
  bucket: Bucket,
  url: string,
  { uploadId, tags, sizeBytes }: { uploadId: string; tags: readonly string[]; sizeBytes: number },
): Promise<void> {
  const parts = tags.map(
    (tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`,
  );
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
  const query = new URLSearchParams({ uploadId });
  const reply = await bucket.send({
    method: 'POST',
    url: `${url}?${query}`,
    body,
    // A first attempt whose response was lost has completed the upload: then the object exists.
    accept: [404],
  });
  const text = await bodyOf(reply, bucket.limits.stallMs);
  if (reply.response.status === 404) {
    const { response } = await bucket.send({ method: 'HEAD', url, accept: [404] });
    const isThere = response.ok && Number(response.headers.get('content-length')) === sizeBytes;
    if (!isThere) throw silent('404 NoSuchUpload');
  } else if (!text.includes('<CompleteMultipartUploadResult')) {
    // Assembling the parts may fail after the response has started with success.
    throw silent(textOf(text, 'Code') ?? 'the parts were not assembled');
  }
}

/** Aborts an upload; parts in transit may need another attempt, which is the cleanup. */
async function abort(bucket: Bucket, url: string, uploadId: string): Promise<void> {
  const query = new URLSearchParams({ uploadId });
  await ask(bucket, { method: 'DELETE', url: `${url}?${query}`, accept: [404] });
}

/** Aborts the uploads of dead instances. */
export async function sweepUploads(bucket: Bucket, prefix: string): Promise<void> {
  const query = new URLSearchParams({ uploads: '', prefix });
  for (;;) {
    // If there is no such list, cleaning up is left to the storage.
    const call = { method: 'GET', url: `${bucket.url}?${query}`, accept: [501] } as const;
    const page = await ask(bucket, call);
    for (const upload of elementsOf(page, 'Upload')) {
      const begunAt = Date.parse(textOf(upload, 'Initiated') ?? '');
      const [name, uploadId] = [textOf(upload, 'Key'), textOf(upload, 'UploadId')];
      if (!name || !uploadId || !(Date.now() - begunAt > abandonedMs)) continue;
      await abort(bucket, `${bucket.url}/${name}`, uploadId);
    }
    const next = textOf(page, 'NextKeyMarker');
    if (textOf(page, 'IsTruncated') !== 'true' || !next) return;
    query.set('key-marker', next);
    query.set('upload-id-marker', textOf(page, 'NextUploadIdMarker') ?? '');
  }
}

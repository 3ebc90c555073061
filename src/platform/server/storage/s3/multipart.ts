import type { Readable } from 'node:stream';
import { inChunks } from '../chunks.ts';
import { assertSize, silent } from '../failures.ts';
import { textOf as bodyOf } from '../remote/body.ts';
import type { Limits, SendCall } from '../remote/calls.ts';
import { elementsOf, escaped, textOf } from './xml.ts';

/** No upload takes so long and is still wanted. */
const abandonedMs = 24 * 60 * 60 * 1_000;

export interface Bucket {
  url: string;
  send: SendCall;
  limits: Limits;
}

/** Nothing is seen of an object before its last part; until then it can be called off. */
export async function putObject(
  bucket: Bucket,
  name: string,
  stream: Readable,
  told: number | undefined,
): Promise<{ sizeBytes: number }> {
  const url = `${bucket.url}/${name}`;
  const tags: string[] = [];
  let uploadId: string | undefined;
  let sizeBytes = 0;
  try {
    for await (const { bytes, isLast } of inChunks(stream, bucket.limits.partBytes)) {
      sizeBytes += bytes.length;
      if (isLast) assertSize(told, sizeBytes);
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
    // What cannot be called off now is swept; why it failed is what matters.
    if (uploadId !== undefined) await abort(bucket, url, uploadId).catch(() => {});
    throw error;
  }
}

const octets = { 'content-type': 'application/octet-stream' };

/** Sends the call and answers the text of the answer. */
export async function ask(bucket: Bucket, call: Parameters<SendCall>[0]): Promise<string> {
  return bodyOf(await bucket.send(call), bucket.limits.stallMs);
}

async function begin(bucket: Bucket, url: string): Promise<string> {
  const answer = await ask(bucket, { method: 'POST', url: `${url}?uploads=`, headers: octets });
  const uploadId = textOf(answer, 'UploadId');
  if (!uploadId) throw silent('no upload was begun');
  return uploadId;
}

async function putPart(
  bucket: Bucket,
  url: string,
  { uploadId, number, bytes }: { uploadId: string; number: number; bytes: Buffer },
): Promise<string> {
  const query = new URLSearchParams({ partNumber: String(number), uploadId });
  const answer = await bucket.send({ method: 'PUT', url: `${url}?${query}`, body: bytes });
  await bodyOf(answer, bucket.limits.stallMs);
  const tag = answer.response.headers.get('etag');
  if (!tag) throw silent('a part without a tag');
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
  const answer = await bucket.send({
    method: 'POST',
    url: `${url}?${query}`,
    body,
    // A first try whose answer was lost has ended the upload: then the object is there.
    accept: [404],
  });
  const text = await bodyOf(answer, bucket.limits.stallMs);
  if (answer.response.status === 404) {
    const { response } = await bucket.send({ method: 'HEAD', url, accept: [404] });
    const isThere = response.ok && Number(response.headers.get('content-length')) === sizeBytes;
    if (!isThere) throw silent('404 NoSuchUpload');
  } else if (!text.includes('<CompleteMultipartUploadResult')) {
    // Putting the parts together may fail after the answer has begun with success.
    throw silent(textOf(text, 'Code') ?? 'the parts were not put together');
  }
}

/** Calls an upload off; parts that were under way may need a second time, which the sweep is. */
async function abort(bucket: Bucket, url: string, uploadId: string): Promise<void> {
  const query = new URLSearchParams({ uploadId });
  await ask(bucket, { method: 'DELETE', url: `${url}?${query}`, accept: [404] });
}

/** Calls off the uploads of instances that died in the middle. */
export async function sweepUploads(bucket: Bucket, prefix: string): Promise<void> {
  const query = new URLSearchParams({ uploads: '', prefix });
  for (;;) {
    // Where there is no such list, what was left is the storage's own to drop.
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

import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { inChunks } from '../chunks.ts';
import { assertSize, silent } from '../failures.ts';
import { textOf } from '../remote/body.ts';
import type { Answer, Limits, SendCall } from '../remote/calls.ts';
import { objectFacts, parseReply } from './replies.ts';

const triesWithoutProgress = 3;

export interface Bucket {
  /** Endpoint of objects. */
  url: string;
  /** Endpoint of uploads. */
  uploadUrl: string;
  send: SendCall;
  /** The URL of an upload in progress is its own authorization. */
  sendUnsigned: SendCall;
  limits: Limits;
}

const octets = { 'content-type': 'application/octet-stream' };

/** An object is visible only after its last byte; until then it can be aborted. */
export async function putObject(
  bucket: Bucket,
  name: string,
  stream: Readable,
  expectedBytes: number | undefined,
): Promise<{ sizeBytes: number }> {
  const digest = createHash('md5');
  let session: string | undefined;
  let sizeBytes = 0;
  try {
    for await (const { bytes, isLast } of inChunks(stream, bucket.limits.partBytes)) {
      const offset = sizeBytes;
      sizeBytes += bytes.length;
      digest.update(bytes);
      if (isLast) assertSize(expectedBytes, sizeBytes);
      if (isLast && session === undefined) {
        const query = new URLSearchParams({ uploadType: 'media', name });
        const url = `${bucket.uploadUrl}?${query}`;
        const answer = await bucket.send({ method: 'POST', url, headers: octets, body: bytes });
        await assertStored(bucket, answer, { name, sizeBytes, md5: digest.digest('base64') });
        return { sizeBytes };
      }
      session ??= await begin(bucket, name);
      const total = isLast ? sizeBytes : undefined;
      const answer = await putChunk(bucket, session, { bytes, offset, total });
      if (answer)
        await assertStored(bucket, answer, { name, sizeBytes, md5: digest.digest('base64') });
    }
    return { sizeBytes };
  } catch (error) {
    // An upload that cannot be aborted expires within a week, invisible and free of charge.
    if (session !== undefined) await abort(bucket, session).catch(() => {});
    throw error;
  }
}

async function begin(bucket: Bucket, name: string): Promise<string> {
  const query = new URLSearchParams({ uploadType: 'resumable', name });
  const answer = await bucket.send({
    method: 'POST',
    url: `${bucket.uploadUrl}?${query}`,
    headers: { 'x-upload-content-type': 'application/octet-stream' },
  });
  await textOf(answer, bucket.limits.stallMs);
  const session = answer.response.headers.get('location');
  if (!session) throw silent('no upload was started');
  return session;
}

interface Chunk {
  bytes: Buffer;
  offset: number;
  /** Of the last one. */
  total: number | undefined;
}

/** Sends the unstored rest of the chunk until all is stored. Returns the last response. */
async function putChunk(
  bucket: Bucket,
  url: string,
  { bytes, offset, total }: Chunk,
): Promise<Answer | null> {
  const end = offset + bytes.length;
  let storedEnd = offset;
  for (let idle = 0; idle < triesWithoutProgress; idle += 1) {
    const answer = await bucket.sendUnsigned({
      method: 'PUT',
      url,
      headers: { ...octets, 'content-range': `bytes ${storedEnd}-${end - 1}/${total ?? '*'}` },
      body: bytes.subarray(storedEnd - offset),
      accept: [308],
    });
    if (answer.response.ok) return answer;
    await textOf(answer, bucket.limits.stallMs);
    const last = /^bytes=0-(\d+)$/.exec(answer.response.headers.get('range') ?? '')?.[1];
    const now = last === undefined ? 0 : Number(last) + 1;
    if (now < offset || now > end) throw silent('an upload that lost its position');
    if (now === end && total === undefined) return null;
    if (now > storedEnd) idle = 0;
    storedEnd = now;
  }
  throw silent('an upload without progress');
}

/** Compares what was stored with what was sent; deletes it and throws if they differ. */
async function assertStored(
  bucket: Bucket,
  answer: Answer,
  { name, sizeBytes, md5 }: { name: string; sizeBytes: number; md5: string },
): Promise<void> {
  const stored = parseReply(objectFacts, await textOf(answer, bucket.limits.stallMs));
  if (stored.size === sizeBytes && (stored.md5Hash ?? md5) === md5) return;
  const url = `${bucket.url}/${encodeURIComponent(name)}`;
  const dropping = await bucket.send({ method: 'DELETE', url, accept: [404] });
  await textOf(dropping, bucket.limits.stallMs);
  throw silent('the stored data differs from what was sent');
}

async function abort(bucket: Bucket, url: string): Promise<void> {
  const answer = await bucket.sendUnsigned({ method: 'DELETE', url, accept: [404, 410, 499] });
  await textOf(answer, bucket.limits.stallMs);
}

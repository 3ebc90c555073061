import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { Client, ClientResponse } from '../../../../test/support/client.ts';
import { eventually } from '../../../../test/support/eventually.ts';
import type { TestForecourt } from '../../../../test/support/forecourt.ts';
import type { Attachment } from '../contract.ts';

interface Upload {
  id?: string;
  name?: string;
  type?: string;
  durationMs?: number;
}

/** Uploads a file as a browser does. */
export function putFile(
  client: Client,
  body: string | Uint8Array,
  { id = randomUUID(), name = 'a file', type = '', durationMs }: Upload = {},
): Promise<ClientResponse<Attachment & { error?: string }>> {
  const query = new URLSearchParams({ name, ...(durationMs && { durationMs: `${durationMs}` }) });
  const headers = { 'content-type': type || 'application/octet-stream' };
  return client.raw('PUT', `/api/chat/uploads/${id}?${query}`, { body, headers });
}

/** The response a browser gets for an address. */
export async function download(
  { url }: TestForecourt,
  { cookie = '' }: Client,
  address: string,
  headers: Record<string, string> = {},
) {
  const response = await fetch(url + address, { headers: { cookie, ...headers } });
  return {
    status: response.status,
    bytes: Buffer.from(await response.arrayBuffer()),
    type: response.headers.get('content-type'),
    disposition: response.headers.get('content-disposition') ?? '',
    headers: response.headers,
  };
}

/** The files on the server's disk, including incomplete ones. */
export function filesOnDisk({ dataDir }: TestForecourt): string[] {
  return fs
    .readdirSync(path.join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
    .sort();
}

export const photo = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    } as never,
  });

/** A few bytes that claim to be an image of 50,000 × 50,000 pixels. */
export function pixelBomb(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(50_000, 0);
  header.writeUInt32BE(50_000, 4);
  header.set([8, 2], 8);
  const chunk = (name: string, data: Buffer) => {
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    const body = Buffer.concat([Buffer.from(name), data]);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const none = Buffer.alloc(0);
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', none), chunk('IEND', none)]);
}

/** Makes all uploads so many days old, and runs the nightly job. */
export async function ageAndSweep({ platform }: TestForecourt, days: number): Promise<void> {
  const { db, jobs } = platform;
  const uploadedAt = new Date(Date.now() - days * 24 * 60 * 60 * 1_000);
  await db.updateTable('chat_uploads').set({ created_at: uploadedAt }).execute();
  await db.updateTable('chat_loose_files').set({ since: uploadedAt }).execute();
  await jobs.add(db, 'chat.uploads.sweep', {});
  await eventually(async () => {
    const jobsLeft = await db
      .selectFrom('graphile_worker.jobs')
      .select('id')
      .where('task_identifier', '=', 'chat.uploads.sweep')
      .execute();
    return jobsLeft.length === 0;
  });
}

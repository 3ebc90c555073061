import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const access = { admin: 'system_management' } as const;

/** `public`: every visitor may see what is in it. */
const directoryType = z.enum(['public', 'other']);

const bucket = z.object({
  name: z.string(),
  engine: z.enum(['disk', 's3', 'gcs']),
  /** A folder, or a host. */
  location: z.string(),
  directories: z.array(z.object({ name: z.string(), type: directoryType, encrypted: z.boolean() })),
});
export type Bucket = z.output<typeof bucket>;

export const listBuckets = endpoint({
  method: 'GET',
  path: '/api/buckets',
  summary: 'Where files are kept, and in which folders',
  access,
  reply: z.array(bucket),
});

export const testStorageConnection = endpoint({
  method: 'GET',
  path: '/api/test-gcs-connection',
  summary: 'Whether the storage can be reached; asks for a list, writes nothing',
  access,
  reply: z.object({
    connected: z.boolean(),
    /** The project, the S3 endpoint’s host, or `disk`. */
    project_id: z.nullable(z.string()),
    error: z.nullable(z.string()),
  }),
});

/** Of each directory so many files are shown; all of them are counted, up to an end. */
export const filesShown = 5;
export const filesCountedAtMost = 50_000;

const directory = z.object({
  name: z.string(),
  fileCount: z.number(),
  /** There are more than were counted. */
  isCut: z.boolean(),
  /** Their names are keys that say nothing; `size` is in bytes. */
  files: z.array(z.object({ name: z.string(), size: z.number() })),
});
export type Directory = z.output<typeof directory>;

export const scanBuckets = endpoint({
  method: 'GET',
  path: '/api/scan-gcs-buckets',
  summary: 'How many files each directory holds, and the first of them',
  access,
  reply: z.object({
    success: z.boolean(),
    totalBuckets: z.number(),
    buckets: z.array(
      z.object({
        bucket: z.string(),
        totalFiles: z.number(),
        directories: z.array(directory),
      }),
    ),
    error: z.nullable(z.string()),
  }),
});
export type Scan = z.output<typeof scanBuckets.reply>;

export const testStorageWrite = endpoint({
  method: 'POST',
  path: '/api/test-gcs-write',
  summary: 'Writes a file into each directory, reads it back and deletes it',
  access,
  reply: z.object({
    overall_success: z.boolean(),
    writable_directories: z.array(z.string()),
    tests: z.array(
      z.object({
        directory: z.string(),
        type: directoryType,
        write_success: z.boolean(),
        error: z.nullable(z.string()),
        test_file: z.string(),
      }),
    ),
  }),
});
export type WriteTest = z.output<typeof testStorageWrite.reply>;

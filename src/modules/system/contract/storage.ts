import * as z from 'zod/mini';
import { endpoint } from '../../../platform/contract/endpoint.ts';

const access = { admin: 'system_management' } as const;

/** `public`: every visitor can read its files. */
const directoryType = z.enum(['public', 'other']);

const bucket = z.object({
  name: z.string(),
  engine: z.enum(['disk', 's3', 'gcs']),
  /** A folder or a host. */
  location: z.string(),
  directories: z.array(z.object({ name: z.string(), type: directoryType, encrypted: z.boolean() })),
});
export type Bucket = z.output<typeof bucket>;

export const listBuckets = endpoint({
  method: 'GET',
  path: '/api/buckets',
  summary: 'The storage and its folders',
  access,
  reply: z.array(bucket),
});

export const testStorageConnection = endpoint({
  method: 'GET',
  path: '/api/test-gcs-connection',
  summary: 'Check whether the storage is reachable; lists files, writes nothing',
  access,
  reply: z.object({
    connected: z.boolean(),
    /** The project, the S3 endpoint’s host, or `disk`. */
    project_id: z.nullable(z.string()),
    error: z.nullable(z.string()),
  }),
});

/** Files shown per directory; all of them are counted, up to a limit. */
export const filesShown = 5;
export const filesCountedAtMost = 50_000;

const directory = z.object({
  name: z.string(),
  fileCount: z.number(),
  /** There are more files than were counted. */
  isCut: z.boolean(),
  /** File names are opaque keys; `size` is in bytes. */
  files: z.array(z.object({ name: z.string(), size: z.number() })),
});
export type Directory = z.output<typeof directory>;

export const scanBuckets = endpoint({
  method: 'GET',
  path: '/api/scan-gcs-buckets',
  summary: 'Count the files in each directory and list the first ones',
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
  summary: 'Write a file into each directory, read it back and delete it',
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

export interface S3Settings {
  kind: 's3';
  bucket: string;
  region: string;
  /** Of any S3-compatible storage; none: Amazon's own. */
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
}

/** The bucket's own URL, without a trailing slash. */
export function bucketUrl({ bucket, region, endpoint }: S3Settings): string {
  if (endpoint) return `${endpoint}/${bucket}`;
  // A dot would be a subdomain, which Amazon's certificate does not cover.
  return bucket.includes('.')
    ? `https://s3.${region}.amazonaws.com/${bucket}`
    : `https://${bucket}.s3.${region}.amazonaws.com`;
}

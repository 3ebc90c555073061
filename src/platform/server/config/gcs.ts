export interface GcsSettings {
  kind: 'gcs';
  bucket: string;
  /** Without a trailing slash. */
  endpoint: string;
  /** The key of a service account; none: the machine's account, from its metadata server. */
  keyFile: string | undefined;
  metadataHost: string;
}

export interface GcsSettings {
  kind: 'gcs';
  bucket: string;
  /** Without a slash at the end. */
  endpoint: string;
  /** The key of a service account; none: the account of the machine, from its metadata server. */
  keyFile: string | undefined;
  metadataHost: string;
}

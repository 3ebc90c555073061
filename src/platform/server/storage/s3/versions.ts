import { ask, type Bucket } from './multipart.ts';
import { elementsOf, textOf } from './xml.ts';

/** Deletes every version of an object, and the markers that hide them. */
export async function deleteVersions(bucket: Bucket, name: string): Promise<void> {
  const query = new URLSearchParams({ prefix: name, versions: '' });
  for (;;) {
    const page = await ask(bucket, { method: 'GET', url: `${bucket.url}?${query}` });
    for (const found of [...elementsOf(page, 'Version'), ...elementsOf(page, 'DeleteMarker')]) {
      // The prefix finds what was derived from the file, too.
      if (textOf(found, 'Key') !== name) continue;
      const version = new URLSearchParams({ versionId: textOf(found, 'VersionId') ?? '' });
      const url = `${bucket.url}/${name}?${version}`;
      await ask(bucket, { method: 'DELETE', url, accept: [404] });
    }
    const next = textOf(page, 'NextKeyMarker');
    if (textOf(page, 'IsTruncated') !== 'true' || !next) return;
    query.set('key-marker', next);
    query.set('version-id-marker', textOf(page, 'NextVersionIdMarker') ?? '');
  }
}

import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Platform } from '../../../platform/server/platform.ts';
import { measureDownload, measuredMaxBytes, measureUpload } from '../contract/network.ts';

export function addNetworkRoutes({ routes, limits }: Platform): void {
  /** Created on first use; they only have to be incompressible. */
  let bytes: Promise<Buffer> | undefined;
  // A measurement takes about a dozen of them; more would let someone flood the network.
  const measurements = limits('network-measurement', 120, 60);

  routes.add(measureDownload, async ({ actor, query }) => {
    await measurements.consume(String(actor.userId));
    bytes ??= promisify(randomBytes)(measuredMaxBytes);
    const incompressible = await bytes;
    return {
      mediaType: 'application/octet-stream',
      name: 'measurement.bin',
      inline: false,
      sizeBytes: query.bytes,
      etag: `measurement-${query.bytes}`,
      open: async ({ start, end }) => Readable.from([incompressible.subarray(start, end + 1)]),
    };
  });
  routes.add(measureUpload, async ({ actor, file }) => {
    await measurements.consume(String(actor.userId));
    let received = 0;
    for await (const chunk of file.stream) received += chunk.length;
    return { bytes: received };
  });
}

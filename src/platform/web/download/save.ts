import { toCsv } from '../../contract/csv.ts';
import type { AnyEndpoint, RequestOf } from '../../contract/endpoint.ts';
import { ApiError } from '../api/ApiError.ts';
import { isConfirmed } from '../api/confirmation.ts';
import { type PlainRequest, pathOf } from '../api/path.ts';
import { fetchInSession } from '../api/session.ts';

/** Starts a browser download of a CSV file. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  save(name, new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }));
}

/**
 * Downloads the file an endpoint returns, for calls with side effects; otherwise a link is enough. Throws
 * `ApiError` when refused.
 */
export async function saveFile<E extends AnyEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
): Promise<void> {
  const { body, ...address } = request as PlainRequest;
  const response = await fetchInSession(pathOf(endpoint.path, address), {
    method: endpoint.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  if (!response.ok) {
    const refusal = new ApiError(response.status, response.statusText, await response.text());
    if (await isConfirmed(refusal)) return saveFile(endpoint, request);
    throw refusal;
  }
  const fileName = /filename="?([^";]+)/.exec(
    response.headers.get('content-disposition') ?? '',
  )?.[1];
  save(fileName ?? 'forecourt', await response.blob());
}

function save(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

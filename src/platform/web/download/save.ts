import { toCsv } from '../../contract/csv.ts';
import type { AnyEndpoint, RequestOf } from '../../contract/endpoint.ts';
import { ApiError } from '../api/ApiError.ts';
import { isConfirmed } from '../api/confirmation.ts';
import { type PlainRequest, pathOf } from '../api/path.ts';
import { fetchInSession } from '../api/session.ts';

/** Hands a table to the browser's downloads. */
export function saveCsv(name: string, rows: readonly (readonly string[])[]): void {
  save(name, new Blob([toCsv(rows)], { type: 'text/csv;charset=utf-8' }));
}

/**
 * Saves the file an endpoint answers where asking for it is an act of its own; elsewhere a link will do.
 * Throws `ApiError` when refused.
 */
export async function saveFile<E extends AnyEndpoint>(
  endpoint: E,
  request: RequestOf<E>,
): Promise<void> {
  const { body, ...address } = request as PlainRequest;
  const answer = await fetchInSession(pathOf(endpoint.path, address), {
    method: endpoint.method,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body ?? {}),
  });
  if (!answer.ok) {
    const refusal = new ApiError(answer.status, answer.statusText, await answer.text());
    if (await isConfirmed(refusal)) return saveFile(endpoint, request);
    throw refusal;
  }
  const told = /filename="?([^";]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  save(told ?? 'forecourt', await answer.blob());
}

function save(name: string, blob: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

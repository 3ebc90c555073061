import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call, readReply } from '../../../../platform/web/api/call.ts';
import { pathOf } from '../../../../platform/web/api/path.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { fetchInSession } from '../../../../platform/web/api/session.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import * as calls from '../../contract.ts';

export interface Chosen {
  file: File;
  store: Store;
  encoding: (typeof calls.encodings)[number];
}

const againMs = 700;
const waits = ['reading', 'checking', 'importing', 'undoing'];

/** One import from upload to result; polls while the server works. */
export function useImport(kind: string) {
  const client = useQueryClient();
  const [importId, setImportId] = useState<number>();
  const query = queryOptionsFor(calls.getImport, { params: { kind, importId: importId ?? 0 } });
  const { data: file } = useQuery({
    ...query,
    enabled: importId !== undefined,
    refetchInterval: ({ state }) =>
      state.data && waits.includes(state.data.state) ? againMs : false,
  });
  const storeResult = (found: calls.ImportedFile) => {
    const key = queryKeyFor(calls.getImport, { params: { kind, importId: found.id } });
    client.setQueryData(key, found);
    setImportId(found.id);
  };
  const options = {
    onSuccess: storeResult,
    onError: (error: unknown) => toastFailure(error, 'Couldn’t continue the import'),
  };
  const sending = useMutation({ mutationFn: (chosen: Chosen) => send(kind, chosen), ...options });
  const acting = useMutation({
    mutationFn: ({
      what,
      mapping = [],
    }: {
      what: 'check' | 'run' | 'undo';
      mapping?: calls.ImportedFile['mapping'];
    }) => {
      const params = { kind, importId: importId ?? 0 };
      if (what === 'check') return call(calls.checkImport, { params, body: { mapping } });
      return call(what === 'run' ? calls.runImport : calls.undoImport, { params });
    },
    ...options,
  });
  return {
    file,
    /** Continues an earlier import. */
    open: storeResult,
    start: sending.mutate,
    act: (what: 'check' | 'run' | 'undo', mapping?: calls.ImportedFile['mapping']) =>
      acting.mutate({ what, ...(mapping && { mapping }) }),
    isPending: sending.isPending || acting.isPending,
  };
}

async function send(kind: string, { file, store, encoding }: Chosen): Promise<calls.ImportedFile> {
  const address = pathOf(calls.startImport.path, {
    params: { kind, clientId: crypto.randomUUID() },
    query: { store, encoding, fileName: file.name.slice(0, 200) },
  });
  const response = await fetchInSession(address, { method: 'POST', body: file });
  const text = await response.text();
  if (!response.ok) throw new ApiError(response.status, response.statusText, text);
  return readReply(calls.startImport, text);
}

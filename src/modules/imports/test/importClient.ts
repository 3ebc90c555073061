import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import * as calls from '../contract.ts';

interface UploadOptions {
  clientId?: string;
  store?: string;
  encoding?: string;
}

/** A CSV import, step by step as in the browser. */
export function importClient(kind: string) {
  async function upload(
    { client }: StageUser,
    file: string | Uint8Array,
    {
      clientId = crypto.randomUUID() as string,
      store = 'ford',
      encoding = 'auto',
    }: UploadOptions = {},
  ) {
    const path = `/api/imports/${kind}/${clientId}/file?store=${store}&encoding=${encoding}`;
    const headers = { 'content-type': 'text/csv' };
    return client.raw('POST', path, { body: file, headers });
  }

  async function settled({ client }: StageUser, importId: number): Promise<calls.ImportedFile> {
    for (;;) {
      const { body } = await client.call(calls.getImport, { params: { kind, importId } });
      if (!/ing$/.test(body.state)) return body;
      await sleep(50);
    }
  }

  const runOrUndo = async (who: StageUser, importId: number, what: 'run' | 'undo') => {
    const endpoint = what === 'run' ? calls.runImport : calls.undoImport;
    const { status } = await who.client.call(endpoint, { params: { kind, importId } });
    expect(status).toBe(202);
    return settled(who, importId);
  };

  const check = async (
    who: StageUser,
    read: Pick<calls.ImportedFile, 'id' | 'mapping'>,
    mapping = read.mapping,
  ) => {
    const params = { kind, importId: read.id };
    const { status } = await who.client.call(calls.checkImport, { params, body: { mapping } });
    expect(status).toBe(202);
    return settled(who, read.id);
  };

  const uploadAndRead = async (
    who: StageUser,
    file: string | Uint8Array,
    options: UploadOptions = {},
  ) => settled(who, (await upload(who, file, options)).body.id);

  return { upload, settled, runOrUndo, check, uploadAndRead };
}

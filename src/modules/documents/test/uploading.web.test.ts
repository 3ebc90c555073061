import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { announceNetworkReturn } from '../../../platform/web/network/network.ts';
import type { Destination } from '../web/state/uploads/job.ts';
import {
  addDuplicate,
  cancelUpload,
  endUploads,
  retryUpload,
  startUploading,
  uploads,
} from '../web/state/uploads/queue.ts';

/** What the browser keeps over a reload; it writes as slowly as a device under load. */
const kept = new Set<string>();
vi.mock(import('../web/state/uploads/kept.ts'), () => ({
  keepUpload: async ({ job }) => {
    kept.add(job.id);
    return true;
  },
  forgetUpload: async (id) => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    kept.delete(id);
  },
  listKept: async () => [],
}));

const pieceBytes = 4;
const destination: Destination = { cabinet: 'deals', store: 'ford', type: null, links: [] };

/** As much of the server as an upload sees. */
const server = {
  isDown: false,
  received: new Map<string, Map<number, string>>(),
  added: [] as { clientId: string; title: string; isFiled: boolean }[],
  discarded: [] as string[],
  sameAs: null as { id: number; title: string } | null,
  refusal: null as string | null,
  pieces: [] as number[],
  /** Which piece the connection is lost with. */
  failsAt: null as number | null,
};

const stateOf = (id: string) => {
  const received = [...(server.received.get(id)?.keys() ?? [])];
  return { id, fileName: '', sizeBytes: 0, pieceBytes, received, sameAs: server.sameAs };
};
const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });

async function answer(address: string, { method, body }: RequestInit): Promise<Response> {
  if (server.isDown) throw new TypeError('Failed to fetch');
  const uploadId = /uploads\/([\da-f-]+)$/.exec(address)?.[1];
  if (uploadId && method === 'PUT') {
    if (!server.received.has(uploadId)) server.received.set(uploadId, new Map());
    return json(200, stateOf(uploadId));
  }
  if (uploadId) {
    server.discarded.push(uploadId);
    return json(200, { message: 'Discarded' });
  }
  if (server.refusal) return json(400, { error: server.refusal, code: 'invalid' });
  const document = JSON.parse(String(body));
  server.added.push(document);
  return json(201, { id: server.added.length, ...document });
}

class FakeRequest {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 200;
  statusText = '';
  responseText = '';
  address = '';
  open = (_method: string, address: string) => {
    this.address = address;
  };
  setRequestHeader = () => {};
  abort = () => this.onabort();
  send = async (bytes: Blob) => {
    const [, uploadId = '', number = ''] =
      /uploads\/([^/]+)\/pieces\/(\d+)/.exec(this.address) ?? [];
    const piece = Number(number);
    if (server.isDown || server.failsAt === piece) {
      server.isDown = true;
      return this.onerror();
    }
    server.pieces.push(piece);
    server.received.get(uploadId)?.set(piece, await bytes.text());
    this.responseText = JSON.stringify(stateOf(uploadId));
    this.onload();
  };
}

const phases = () => uploads.get().map(({ state }) => state.phase);
const reach = (...expected: string[]) => vi.waitFor(() => expect(phases()).toEqual(expected));
const start = (name: string, content = 'abcdefghij') =>
  startUploading({
    userId: 7,
    file: new File([content], name),
    origin: 'upload',
    purpose: { kind: 'document', destination },
  });
const sent = () => [...server.received.values()].map((pieces) => [...pieces.values()].join(''));

beforeEach(() => {
  Object.assign(server, {
    isDown: false,
    received: new Map(),
    added: [],
    discarded: [],
    sameAs: null,
    refusal: null,
    pieces: [],
    failsAt: null,
  });
  const page = { addEventListener: () => {}, removeEventListener: () => {} };
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { ...page, visibilityState: 'visible' });
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
});
afterEach(() => {
  endUploads();
  vi.unstubAllGlobals();
});

describe('an upload', () => {
  test('is sent in pieces and becomes a document of the inbox', async () => {
    await start('buyers_order.pdf');
    await reach('done');
    expect(server.pieces).toEqual([0, 1, 2]);
    expect(sent()).toEqual(['abcdefghij']);
    expect(server.added).toMatchObject([
      { title: 'buyers order', cabinet: 'deals', store: 'ford', type: 'other', isFiled: false },
    ]);
  });

  test('goes on after a lost connection, with the pieces that are missing', async () => {
    server.failsAt = 2;
    await start('contract.pdf');
    await reach('offline');
    Object.assign(server, { failsAt: null, isDown: false });
    announceNetworkReturn();
    await reach('done');
    expect(server.pieces).toEqual([0, 1, 2]);
    expect(sent()).toEqual(['abcdefghij']);
    expect(server.added).toHaveLength(1);
  });

  test('of bytes that are a document already waits for the person', async () => {
    server.sameAs = { id: 4, title: 'Contract' };
    await start('again.pdf');
    await reach('duplicate');
    expect(server.added).toHaveLength(0);
    addDuplicate(uploads.get()[0]?.id ?? '');
    await reach('done');
    expect(server.added).toHaveLength(1);
  });

  test('that is refused says why, and can be tried again', async () => {
    server.refusal = 'This PDF is protected by a password.';
    await start('locked.pdf');
    await reach('failed');
    expect(uploads.get()[0]?.state).toMatchObject({ sentence: server.refusal, canRetry: true });
    server.refusal = null;
    await retryUpload(uploads.get()[0]?.id ?? '');
    await reach('done');
    expect(server.pieces).toEqual([0, 1, 2]);
  });

  test('that is canceled leaves the server and the list, the others go on', async () => {
    server.isDown = true;
    await Promise.all([start('a.pdf'), start('b.pdf')]);
    await reach('offline', 'offline');
    const id = uploads.get()[0]?.id ?? '';
    server.isDown = false;
    await cancelUpload(id);
    announceNetworkReturn();
    await reach('done');
    expect(server.discarded).toEqual([id]);
    expect(server.added).toMatchObject([{ title: 'b' }]);
  });

  test('leaves the list only when the browser no longer keeps it', async () => {
    server.sameAs = { id: 4, title: 'Contract' };
    const seen: { phase: string | undefined; keeps: boolean }[] = [];
    const stop = uploads.watch(() =>
      seen.push({ phase: uploads.get()[0]?.state.phase, keeps: kept.size > 0 }),
    );
    await start('again.pdf');
    await reach('duplicate');
    await cancelUpload(uploads.get()[0]?.id ?? '');
    server.sameAs = null;
    await start('another.pdf');
    await reach('done');
    stop();
    expect(seen).toContainEqual({ phase: 'duplicate', keeps: true });
    expect(seen).toContainEqual({ phase: undefined, keeps: false });
    expect(seen).not.toContainEqual({ phase: undefined, keeps: true });
    expect(seen).toContainEqual({ phase: 'done', keeps: false });
    expect(seen).not.toContainEqual({ phase: 'done', keeps: true });
  });

  test('of an empty file is refused before it is sent', async () => {
    await start('empty.pdf', '');
    expect(uploads.get()[0]?.state).toMatchObject({
      sentence: 'This file is empty.',
      canRetry: false,
    });
    expect(server.received.size).toBe(0);
  });
});

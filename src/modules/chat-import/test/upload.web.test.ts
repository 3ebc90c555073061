import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cancelUpload, currentUpload, sendExport } from '../web/upload/upload.ts';

class FakeRequest {
  static sent: FakeRequest[] = [];
  upload: { onprogress?: (event: { loaded: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 0;
  statusText = '';
  responseText = '';
  address = '';
  body: unknown;
  open = (method: string, address: string) => {
    this.address = `${method} ${address}`;
  };
  setRequestHeader = () => {};
  send = (body: unknown) => {
    this.body = body;
    FakeRequest.sent.push(this);
  };
  abort = () => this.onabort();
  respond(status: number, body: object) {
    Object.assign(this, { status, responseText: JSON.stringify(body) });
    this.onload();
    return flush();
  }
}

const flush = () => new Promise((resolve) => setTimeout(resolve));
const lastRequest = () => {
  const request = FakeRequest.sent.at(-1);
  if (!request) throw new Error('No request was sent');
  return request;
};
const guards = new Set<unknown>();
const file = new File(['PK and so on'], 'March & April.zip');

beforeEach(() => {
  FakeRequest.sent = [];
  guards.clear();
  vi.stubGlobal('XMLHttpRequest', FakeRequest);
  vi.stubGlobal('window', {
    addEventListener: (_: string, guard: unknown) => guards.add(guard),
    removeEventListener: (_: string, guard: unknown) => guards.delete(guard),
  });
});
afterEach(() => {
  cancelUpload();
  vi.unstubAllGlobals();
});

describe('an upload', () => {
  it('reports progress and the result; leaving the page asks meanwhile', async () => {
    sendExport(file);
    expect(lastRequest().address).toMatch(
      /^POST \/api\/chat-imports\/[\da-f-]{36}\/file\?fileName=March\+%26\+April\.zip$/,
    );
    expect(lastRequest().body).toBe(file);
    expect(guards.size).toBe(1);
    // The bytes are those of the request, which may be a few more.
    lastRequest().upload.onprogress?.({ loaded: 6 });
    expect(currentUpload()).toMatchObject({ phase: 'sending', sentBytes: 6, sizeBytes: 12 });
    lastRequest().upload.onprogress?.({ loaded: 99 });
    expect(currentUpload()).toMatchObject({ sentBytes: 12 });
    await lastRequest().respond(202, { id: 7 });
    expect(currentUpload()).toEqual({ phase: 'sent', imported: { id: 7 } });
    expect(guards.size).toBe(0);
  });

  it('can be repeated after a network failure or a busy server', async () => {
    sendExport(file);
    const { address } = lastRequest();
    lastRequest().onerror();
    await flush();
    const failedUpload = currentUpload();
    if (failedUpload.phase !== 'refused' || !failedUpload.again)
      throw new Error('Expected a refusal that can be retried');
    expect(failedUpload.sentence).toBe('The upload failed.');
    failedUpload.again();
    expect(lastRequest().address).toBe(address);
    expect(FakeRequest.sent).toHaveLength(2);
    await lastRequest().respond(409, { error: 'Another import is in progress.', code: 'conflict' });
    expect(currentUpload()).toMatchObject({
      phase: 'refused',
      sentence: 'Another import is in progress.',
      again: expect.any(Function),
    });
  });

  it('cannot be repeated if the file itself was refused', async () => {
    sendExport(file);
    await lastRequest().respond(413, { error: 'The file is too large.', code: 'too_large' });
    expect(currentUpload()).toMatchObject({ sentence: 'The file is too large.', again: null });
  });

  it('ends when it is canceled', async () => {
    sendExport(file);
    cancelUpload();
    await flush();
    expect(currentUpload()).toEqual({ phase: 'none' });
    expect(guards.size).toBe(0);
  });

  it('is replaced by the next one', async () => {
    sendExport(file);
    sendExport(new File(['PK'], 'second.ZIP'));
    await flush();
    expect(FakeRequest.sent).toHaveLength(2);
    expect(currentUpload()).toMatchObject({ phase: 'sending', fileName: 'second.ZIP' });
    expect(guards.size).toBe(1);
  });

  it('does not start with an invalid file', () => {
    sendExport(new File(['x'], 'photo.jpg'));
    expect(currentUpload()).toMatchObject({ sentence: 'Choose the ZIP file of an export.' });
    sendExport(new File([], 'empty.zip'));
    expect(currentUpload()).toMatchObject({ sentence: 'The file is empty.' });
    sendExport(Object.defineProperty(new File(['x'], 'big.zip'), 'size', { value: 3e9 }));
    expect(currentUpload()).toMatchObject({ phase: 'refused', again: null });
    expect(FakeRequest.sent).toEqual([]);
  });
});

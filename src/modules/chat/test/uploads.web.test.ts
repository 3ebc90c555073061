import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { createChat, settle } from './fakeChat.web.ts';

const file = (name: string, size = 3) => new File(['x'.repeat(size)], name, { type: 'text/plain' });
const huge = () => Object.defineProperty(file('film.mp4'), 'size', { value: 101 * 1024 * 1024 });

function createUploads() {
  const chat = createChat();
  const { session, files } = chat;
  const draft = () => session.drafts.get('sales').attachments;
  const sent = (at: number) => files.sends[at] ?? never();
  return { ...chat, draft, sent, add: (...list: File[]) => session.uploads.add('sales', list) };
}

describe('a file', () => {
  it('uploads with progress, and is ready', async () => {
    const { add, draft, sent } = createUploads();
    expect(add(file('a.txt'))).toBeNull();
    expect(draft()).toMatchObject([{ name: 'a.txt', phase: 'uploading', progress: 0 }]);
    sent(0).onProgress(0.5);
    expect(draft()).toMatchObject([{ progress: 0.5, attachment: null }]);
    sent(0).arrive();
    await settle();
    expect(draft()).toMatchObject([
      { phase: 'ready', progress: 1, attachment: { id: sent(0).id } },
    ]);
  });

  it('waits while two others upload', async () => {
    const { add, draft, sent, files } = createUploads();
    add(file('a.txt'), file('b.txt'), file('c.txt'));
    expect(draft().map(({ phase }) => phase)).toEqual(['uploading', 'uploading', 'waiting']);
    sent(1).arrive();
    await settle();
    expect(draft().map(({ phase }) => phase)).toEqual(['uploading', 'ready', 'uploading']);
    expect(files.sends.map((send) => send.file.name)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  });

  it('that is empty or too large is not uploaded, the others are', () => {
    const { add, draft } = createUploads();
    expect(add(file('a.txt', 0), file('b.txt'))).toBe('“a.txt” is empty.');
    expect(add(huge())).toBe('“film.mp4” is larger than 100 MB.');
    expect(draft()).toMatchObject([{ name: 'b.txt' }]);
  });

  it('beyond the tenth is refused', () => {
    const { add, draft } = createUploads();
    const eleven = Array.from({ length: 11 }, (_, at) => file(`${at}.txt`));
    expect(add(...eleven)).toBe('A message must have at most 10 files.');
    expect(draft()).toHaveLength(10);
  });

  it('may be a voice note, with its length', () => {
    const { session, draft, sent } = createUploads();
    session.uploads.add('sales', { file: file('note.webm'), durationMs: 4_200 });
    expect(draft()).toMatchObject([{ durationMs: 4_200 }]);
    expect(sent(0).durationMs).toBe(4_200);
  });

  it('is sent with the message, even without text, but not before it is ready', async () => {
    const { add, session, sent, server, draft } = createUploads();
    add(file('a.txt'));
    session.drafts.write('sales', 'Look');
    expect(session.sendDraft('sales')).toBe(false);
    sent(0).arrive();
    await settle();
    session.drafts.write('sales', '');
    expect(session.sendDraft('sales')).toBe(true);
    expect(server.frames).toMatchObject([{ content: '', attachmentIds: [sent(0).id] }]);
    expect(draft()).toEqual([]);
  });
});

describe('a removed file', () => {
  it('stops uploading, and makes room for the next', async () => {
    const { add, draft, sent, session, files } = createUploads();
    add(file('a.txt'), file('b.txt'), file('c.txt'));
    session.uploads.cancel('sales', sent(0).id);
    await settle();
    expect(sent(0).aborted).toBe(true);
    expect(draft().map(({ name, phase }) => `${name} ${phase}`)).toEqual([
      'b.txt uploading',
      'c.txt uploading',
    ]);
    expect(files.discarded).toEqual([sent(0).id]);
  });

  it('is kept on the server while a refused message has it', async () => {
    const { add, draft, sent, session, server, files } = createUploads();
    add(file('a.txt'));
    sent(0).arrive();
    await settle();
    session.sendDraft('sales');
    session.refused({ ref: server.frames[0]?.clientMsgId ?? '', message: 'No' });
    expect(draft()).toMatchObject([{ id: sent(0).id, phase: 'ready' }]);
    session.uploads.cancel('sales', sent(0).id);
    expect(draft()).toEqual([]);
    expect(files.discarded).toEqual([]);
  });
});

describe('a failed upload', () => {
  const refused = (status: number, body = '') => new ApiError(status, '', body);

  it.each([
    [400, '', 'This file is empty or not supported.'],
    [413, '', 'A file must be at most 100 MB.'],
    [429, '', 'Too many uploads at once. Try again in a moment.'],
    [418, '', 'Couldn’t upload file. Try again.'],
    [413, '{"error":"Too big for us","code":"too_large"}', 'Too big for us'],
  ])('with %i shows why', async (status, body, sentence) => {
    const { add, draft, sent, session, files } = createUploads();
    add(file('a.txt'));
    sent(0).fail(refused(status, body));
    await settle();
    expect(draft()).toMatchObject([{ phase: 'failed', reason: sentence }]);
    expect(session.sendDraft('sales')).toBe(false);
    session.uploads.retry('sales', sent(0).id);
    expect(draft()[0]).toMatchObject({ phase: 'uploading' });
    expect(draft()[0]?.reason).toBeUndefined();
    expect(files.sends[1]?.id).toBe(sent(0).id);
  });

  it('without a connection waits for it, and continues by itself', async () => {
    const { add, draft, sent, connect } = createUploads();
    connect(false);
    add(file('a.txt'));
    sent(0).fail(new TypeError('unreachable'));
    await settle();
    expect(draft()).toMatchObject([{ phase: 'waiting' }]);
    connect(true);
    expect(draft()).toMatchObject([{ phase: 'uploading' }]);
    sent(1).arrive();
    await settle();
    expect(draft()).toMatchObject([{ phase: 'ready' }]);
  });

  it('is retried while the server is busy, five times at most', async () => {
    const { add, draft, files, world } = createUploads();
    add(file('a.txt'));
    for (let times = 0; times < 6; times += 1) {
      expect(draft()).toMatchObject([{ phase: 'uploading' }]);
      files.sends.at(-1)?.fail(refused(503));
      await settle();
      world.pass(30_000);
    }
    expect(draft()).toMatchObject([{ phase: 'failed' }]);
    expect(files.sends).toHaveLength(6);
  });
});

const never = (): never => {
  throw new Error('Nothing was uploaded');
};

import type { Attachment } from '../../contract.ts';
import type { PendingMessage } from './channelState.ts';

/** A file on its way into a message that is being written. */
export interface DraftFile {
  /** Of the upload; the attachment's too, once it is ready. */
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  mimeType: string;
  phase: 'waiting' | 'uploading' | 'ready' | 'failed';
  /** From 0 to 1. */
  progress: number;
  /** Why it failed, as a sentence. */
  reason?: string;
  attachment: Attachment | null;
  /** Of a voice note. */
  durationMs: number | null;
}

export interface Draft {
  text: string;
  attachments: readonly DraftFile[];
  /** Of a reply: shall it stand in the channel's timeline too. */
  alsoToChannel: boolean;
  /** The message of the channel that it quotes. */
  replyToId: string | null;
  /** Why it cannot wait; null: it can. */
  urgent: string | null;
  /** The refused message whose words these were: sending the draft replaces that message. */
  restoredFrom: string | null;
}

export const blankDraft: Draft = {
  text: '',
  attachments: [],
  alsoToChannel: false,
  replyToId: null,
  urgent: null,
  restoredFrom: null,
};

/** Where a draft belongs: a channel, or a thread in it. */
export function draftKey(channelId: string, threadId: string | null = null): string {
  return threadId === null ? channelId : `${channelId}/${threadId}`;
}

export function placeOf(key: string): { channelId: string; threadId: string | null } {
  const [channelId = '', threadId = null] = key.split('/');
  return { channelId, threadId };
}

export function isBlank({ text, attachments }: Draft): boolean {
  return !text.trim() && attachments.length === 0;
}

/** What has been typed but not sent, kept while one looks elsewhere. */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();
  readonly #watchers = new Set<() => void>();
  #onWritten: (key: string) => void = () => {};

  get(key: string): Draft {
    return this.#drafts.get(key) ?? blankDraft;
  }

  keys(): string[] {
    return [...this.#drafts.keys()];
  }

  write(key: string, text: string): void {
    this.#change(key, { text });
  }

  setFiles(key: string, attachments: readonly DraftFile[]): void {
    this.#change(key, { attachments });
  }

  setAlsoToChannel(key: string, alsoToChannel: boolean): void {
    this.#change(key, { alsoToChannel });
  }

  setReplyTo(key: string, replyToId: string | null): void {
    this.#change(key, { replyToId });
  }

  setUrgent(key: string, urgent: string | null): void {
    this.#change(key, { urgent });
  }

  clear(key: string): void {
    this.#change(key, blankDraft);
  }

  /** Gives the words and files of a refused message back, unless something else is being written. */
  restore(message: PendingMessage): void {
    const key = draftKey(message.channelId, message.threadId);
    if (!isBlank(this.get(key))) return;
    this.#change(key, {
      text: message.content,
      attachments: message.attachments.map(readyFile),
      alsoToChannel: message.alsoToChannel,
      replyToId: message.replyToId,
      urgent: message.urgent,
      restoredFrom: message.clientMsgId,
    });
  }

  /** The refused message was dealt with elsewhere: its words go, unless they were worked on since. */
  release(message: PendingMessage): void {
    const key = draftKey(message.channelId, message.threadId);
    const draft = this.get(key);
    if (draft.restoredFrom !== message.clientMsgId) return;
    this.#change(key, saysTheSame(draft, message) ? blankDraft : { restoredFrom: null });
  }

  /** What another tab or the storage says: shown, and not sent back there. */
  show(key: string, draft: Draft): void {
    this.#drafts.set(key, draft);
    this.#announce();
  }

  /** Calls `act` after every change that was made here. */
  onWritten(act: (key: string) => void): void {
    this.#onWritten = act;
  }

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  };

  #change(key: string, change: Partial<Draft>): void {
    this.#drafts.set(key, { ...this.get(key), ...change });
    this.#onWritten(key);
    this.#announce();
  }

  #announce(): void {
    for (const watcher of [...this.#watchers]) watcher();
  }
}

/** Whether sending the draft would send that message again. */
export function saysTheSame(draft: Draft, message: PendingMessage): boolean {
  const { content, attachments, alsoToChannel, replyToId, urgent } = message;
  const ids = draft.attachments.map(({ id }) => id).join();
  return (
    draft.text.trim() === content &&
    ids === attachments.map(({ id }) => id).join() &&
    draft.alsoToChannel === alsoToChannel &&
    draft.replyToId === replyToId &&
    draft.urgent === urgent
  );
}

export function readyFile(attachment: Attachment): DraftFile {
  const { id, name, size, mimeType, durationMs } = attachment;
  return { id, name, size, mimeType, durationMs, phase: 'ready', progress: 1, attachment };
}

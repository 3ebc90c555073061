import { createWatchers } from '../../../../../platform/web/state/createStore.ts';
import type { Attachment } from '../../../../attachments/contract.ts';
import type { PendingMessage } from './channelState.ts';

/** A file attached to a draft. */
export interface DraftFile {
  /** The upload's id, and the attachment's once ready. */
  id: string;
  name: string;
  /** In bytes. */
  size: number;
  mimeType: string;
  phase: 'waiting' | 'uploading' | 'ready' | 'failed';
  /** From 0 to 1. */
  progress: number;
  /** The error message. */
  reason?: string;
  attachment: Attachment | null;
  /** Voice notes only. */
  durationMs: number | null;
}

export interface Draft {
  text: string;
  attachments: readonly DraftFile[];
  /** Replies only: also show it in the channel's timeline. */
  alsoToChannel: boolean;
  /** The quoted message. */
  replyToId: string | null;
  /** Why it is urgent; null: it is not. */
  urgent: string | null;
  /** The failed message this was restored from: sending the draft replaces it. */
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

/** Unsent drafts, kept while the user is elsewhere. */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();
  readonly #watchers = createWatchers();
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

  /** Restores a failed message to its draft, unless something else is being written. */
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

  /** The failed message was handled elsewhere: clear the restored draft, unless it was edited. */
  release(message: PendingMessage): void {
    const key = draftKey(message.channelId, message.threadId);
    const draft = this.get(key);
    if (draft.restoredFrom !== message.clientMsgId) return;
    this.#change(key, isSameMessage(draft, message) ? blankDraft : { restoredFrom: null });
  }

  /** Applies a draft from another tab or storage, without saving it again. */
  show(key: string, draft: Draft): void {
    this.#drafts.set(key, draft);
    this.#watchers.notify();
  }

  /** Calls `act` after every local change. */
  onWritten(act: (key: string) => void): void {
    this.#onWritten = act;
  }

  watch = (watcher: () => void): (() => void) => this.#watchers.watch(watcher);

  #change(key: string, change: Partial<Draft>): void {
    this.#drafts.set(key, { ...this.get(key), ...change });
    this.#onWritten(key);
    this.#watchers.notify();
  }
}

/** Whether sending the draft would repeat that message. */
export function isSameMessage(draft: Draft, message: PendingMessage): boolean {
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

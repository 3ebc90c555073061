import type { PendingMessage } from './channelState.ts';

export interface Draft {
  text: string;
  /** The refused message whose text this was: sending the draft replaces that message. */
  restoredFrom: string | null;
}

const blank: Draft = { text: '', restoredFrom: null };

/** What has been typed but not sent, per channel, kept while one looks elsewhere. */
export class Drafts {
  readonly #drafts = new Map<string, Draft>();
  readonly #watchers = new Set<() => void>();

  get(channelId: string): Draft {
    return this.#drafts.get(channelId) ?? blank;
  }

  write(channelId: string, text: string): void {
    this.#set(channelId, { ...this.get(channelId), text });
  }

  clear(channelId: string): void {
    this.#set(channelId, blank);
  }

  /** Gives the text of a refused message back, unless something else is being written. */
  restore({ channelId, content, clientMsgId }: PendingMessage): void {
    if (this.get(channelId).text.trim()) return;
    this.#set(channelId, { text: content, restoredFrom: clientMsgId });
  }

  /** The refused message was dealt with elsewhere: its text goes, unless it was worked on since. */
  release({ channelId, content, clientMsgId }: PendingMessage): void {
    const draft = this.get(channelId);
    if (draft.restoredFrom !== clientMsgId) return;
    this.#set(channelId, draft.text === content ? blank : { ...draft, restoredFrom: null });
  }

  watch = (watcher: () => void): (() => void) => {
    this.#watchers.add(watcher);
    return () => void this.#watchers.delete(watcher);
  };

  #set(channelId: string, draft: Draft): void {
    this.#drafts.set(channelId, draft);
    for (const watcher of [...this.#watchers]) watcher();
  }
}

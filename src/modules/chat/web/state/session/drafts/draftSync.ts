import type { DataOf } from '../../../../../../platform/contract/socket.ts';
import { retryWaitMs } from '../../../../../../platform/web/network/backoff.ts';
import type { Environment } from '../../../../../../platform/web/realtime/environment.ts';
import { findCustomerData } from '../../../../../data-guard/contract.ts';
import type { draftChanged, ServerDraft } from '../../../../contract/personal.ts';
import { messageMaxLength } from '../../../../contract.ts';
import { isFinalRefusal } from '../../errors.ts';
import {
  blankDraft,
  type Draft,
  type Drafts,
  draftKey,
  isBlank,
  placeOf,
  readyFile,
} from '../../store/drafts.ts';
import type { Transport } from '../transport.ts';
import type { TabStorage } from './tabStorage.ts';

const saveAfterMs = 1_000;

interface Options {
  drafts: Drafts;
  transport: Pick<Transport, 'drafts' | 'saveDraft' | 'connected'>;
  tabStorage: TabStorage;
  /** Identifies this tab, so that it ignores its own events. */
  origin: string;
  clock: Pick<Environment, 'after' | 'random'>;
}

/** Syncs drafts across tabs and devices; local edits win. */
export class DraftSync {
  readonly #options: Options;
  /** The signatures last known to be on the server; absent: no draft. */
  readonly #onServer = new Map<string, string>();
  /** The last local signatures, to ignore changes the server does not store, e.g. upload progress. */
  readonly #last = new Map<string, string>();
  readonly #dirty = new Set<string>();
  readonly #timers = new Map<string, () => void>();
  readonly #saving = new Set<string>();
  /** Dirty drafts that the server refused to save; not tried again until changed or reconnected. */
  readonly #refused = new Set<string>();
  /** Changed since the list was requested, which may not include the change. */
  readonly #newerThanList = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
    for (const [key, { draft, dirty }] of options.tabStorage.read()) {
      if (dirty) this.#dirty.add(key);
      this.#show(key, draft);
    }
    options.drafts.onWritten((key) => this.#written(key));
  }

  /** Loads drafts written elsewhere, and saves unsaved ones. */
  async load(): Promise<void> {
    const { drafts, transport } = this.#options;
    this.#newerThanList.clear();
    // Retried on the next connection.
    const list = await transport.drafts().catch(() => null);
    if (!list) return;
    const byKey = new Map(list.map((one) => [draftKey(one.channelId, one.threadId), one]));
    for (const key of new Set([...byKey.keys(), ...drafts.keys()])) {
      if (!this.#newerThanList.has(key)) this.#take(key, byKey.get(key) ?? null);
    }
    this.#refused.clear();
    this.flush();
  }

  receive(event: DataOf<typeof draftChanged>): void {
    const key = draftKey(event.channelId, event.threadId);
    this.#newerThanList.add(key);
    if (event.origin !== this.#options.origin) this.#take(key, event);
  }

  /** Saves pending drafts at once. */
  flush(): void {
    for (const key of this.#dirty) if (!this.#refused.has(key)) void this.#save(key);
  }

  stop(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #take(key: string, saved: Omit<ServerDraft, 'updatedAt'> | null): void {
    const { drafts } = this.#options;
    const current = drafts.get(key);
    const draft = saved ? { ...current, ...contentOf(saved) } : blankDraft;
    if (isBlank(draft)) this.#onServer.delete(key);
    else this.#onServer.set(key, signatureOf(draft));
    if (this.#isBusy(key, current) || signatureOf(current) === signatureOf(draft)) return;
    this.#show(key, isBlank(draft) ? blankDraft : draft);
    this.#persist();
  }

  #show(key: string, draft: Draft): void {
    this.#last.set(key, signatureOf(draft));
    this.#options.drafts.show(key, draft);
  }

  #isBusy(key: string, draft: Draft): boolean {
    const uploading = draft.attachments.some(({ phase }) => phase !== 'ready');
    return this.#dirty.has(key) || this.#saving.has(key) || uploading;
  }

  #written(key: string): void {
    const draft = this.#options.drafts.get(key);
    const signature = signatureOf(draft);
    const hasChanged = signature !== (this.#last.get(key) ?? '');
    this.#last.set(key, signature);
    this.#newerThanList.add(key);
    if (hasChanged) this.#scheduleSave(key, draft, signature);
    this.#persist();
  }

  #scheduleSave(key: string, draft: Draft, signature: string): void {
    this.#refused.delete(key);
    if (signature !== (this.#onServer.get(key) ?? '')) this.#dirty.add(key);
    else if (!this.#saving.has(key)) this.#dirty.delete(key);
    if (!this.#dirty.has(key)) this.#cancel(key);
    // A sent draft must not look unsent elsewhere.
    else if (isBlank(draft)) void this.#save(key);
    else this.#saveAfter(key, saveAfterMs);
  }

  #saveAfter(key: string, ms: number, failures = 0): void {
    this.#cancel(key);
    const act = () => void this.#save(key, failures);
    this.#timers.set(key, this.#options.clock.after(ms, act));
  }

  /** One save per draft at a time, so that saves never arrive out of order. */
  async #save(key: string, failures = 0): Promise<void> {
    const { drafts, transport, origin } = this.#options;
    const draft = drafts.get(key);
    this.#cancel(key);
    if (this.#saving.has(key) || draft.text.length > messageMaxLength) return;
    const attachmentIds = draft.attachments.filter(isReady).map(({ id }) => id);
    this.#saving.add(key);
    try {
      // A draft with customer data stays in this tab, and the server deletes its earlier version.
      const saved = findCustomerData(draft.text).length > 0 ? { ...draft, text: '' } : draft;
      await transport.saveDraft({ ...placeOf(key), content: saved.text, attachmentIds }, origin);
      this.#saving.delete(key);
      if (saved === draft) this.#saved(key, signatureOf(draft));
      else this.#withheld(key, draft, signatureOf(saved));
    } catch (error) {
      this.#saving.delete(key);
      this.#failed(key, error, failures + 1);
    }
  }

  #saved(key: string, signature: string): void {
    if (signature) this.#onServer.set(key, signature);
    else this.#onServer.delete(key);
    if (signatureOf(this.#options.drafts.get(key)) === signature) this.#dirty.delete(key);
    else this.#saveAfter(key, saveAfterMs);
    this.#persist();
  }

  #withheld(key: string, draft: Draft, signature: string): void {
    if (signature) this.#onServer.set(key, signature);
    else this.#onServer.delete(key);
    if (this.#options.drafts.get(key).text !== draft.text) this.#saveAfter(key, saveAfterMs);
    this.#persist();
  }

  #failed(key: string, error: unknown, failures: number): void {
    const { drafts, transport, clock } = this.#options;
    if (isFinalRefusal(error)) {
      // E.g. a channel the user can no longer read: the text stays in this tab.
      if (isBlank(drafts.get(key))) this.#dirty.delete(key);
      else this.#refused.add(key);
    } else if (transport.connected()) {
      this.#saveAfter(key, retryWaitMs(failures, clock.random()), failures);
    }
    this.#persist();
  }

  #persist(): void {
    const { drafts, tabStorage } = this.#options;
    const entries = drafts
      .keys()
      .map((key) => [key, { draft: drafts.get(key), dirty: this.#dirty.has(key) }] as const);
    tabStorage.write(new Map(entries));
  }

  #cancel(key: string): void {
    this.#timers.get(key)?.();
    this.#timers.delete(key);
  }
}

const isReady = ({ phase }: Draft['attachments'][number]) => phase === 'ready';

function contentOf({ content, attachments }: Pick<ServerDraft, 'content' | 'attachments'>) {
  return { text: content, attachments: attachments.map(readyFile) };
}

/** Equal for drafts the server would store equally; empty if it would store nothing. */
function signatureOf({ text, attachments }: Draft): string {
  const ids = attachments.filter(isReady).map(({ id }) => id);
  return text.trim() || ids.length > 0 ? JSON.stringify([text, ids]) : '';
}

import type { DataOf } from '../../../../../platform/contract/socket.ts';
import { ApiError } from '../../../../../platform/web/api/ApiError.ts';
import { retryWaitMs } from '../../../../../platform/web/realtime/backoff.ts';
import type { Environment } from '../../../../../platform/web/realtime/environment.ts';
import { findCustomerData } from '../../../contract/guard/find.ts';
import type { draftChanged, ServerDraft } from '../../../contract/personal.ts';
import { messageMaxLength } from '../../../contract.ts';
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
  kept: TabStorage;
  /** This tab, so that it does not take its own words for another's. */
  origin: string;
  clock: Pick<Environment, 'after' | 'random'>;
}

/** Keeps drafts the same in every tab and on every device; what is being typed here wins. */
export class DraftSync {
  readonly #options: Options;
  /** What the server has, as far as this tab knows; absent: nothing. */
  readonly #onServer = new Map<string, string>();
  /** What was written here or shown last; the progress of an upload is no news to the server. */
  readonly #last = new Map<string, string>();
  readonly #dirty = new Set<string>();
  readonly #timers = new Map<string, () => void>();
  readonly #saving = new Set<string>();
  /** Changed here or elsewhere since the list was asked for, which may not know it. */
  readonly #newerThanList = new Set<string>();

  constructor(options: Options) {
    this.#options = options;
    for (const [key, { draft, dirty }] of options.kept.read()) {
      if (dirty) this.#dirty.add(key);
      this.#show(key, draft);
    }
    options.drafts.onWritten((key) => this.#written(key));
  }

  /** Learns what was written elsewhere, and saves what could not be saved. */
  async load(): Promise<void> {
    const { drafts, transport } = this.#options;
    this.#newerThanList.clear();
    // Asked for again with the next connection.
    const list = await transport.drafts().catch(() => null);
    if (!list) return;
    const told = new Map(list.map((one) => [draftKey(one.channelId, one.threadId), one]));
    for (const key of new Set([...told.keys(), ...drafts.keys()])) {
      if (!this.#newerThanList.has(key)) this.#take(key, told.get(key) ?? null);
    }
    this.flush();
  }

  receive(frame: DataOf<typeof draftChanged>): void {
    const key = draftKey(frame.channelId, frame.threadId);
    this.#newerThanList.add(key);
    if (frame.origin !== this.#options.origin) this.#take(key, frame);
  }

  /** Saves at once what waits for a pause. */
  flush(): void {
    for (const key of this.#dirty) void this.#save(key);
  }

  stop(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
  }

  #take(key: string, told: Omit<ServerDraft, 'updatedAt'> | null): void {
    const { drafts } = this.#options;
    const held = drafts.get(key);
    const draft = told ? { ...held, ...written(told) } : blankDraft;
    if (isBlank(draft)) this.#onServer.delete(key);
    else this.#onServer.set(key, signatureOf(draft));
    if (this.#isBusy(key, held) || signatureOf(held) === signatureOf(draft)) return;
    this.#show(key, isBlank(draft) ? blankDraft : draft);
    this.#keep();
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
    const isNews = signature !== (this.#last.get(key) ?? '');
    this.#last.set(key, signature);
    this.#newerThanList.add(key);
    if (isNews) this.#noteNews(key, draft, signature);
    this.#keep();
  }

  #noteNews(key: string, draft: Draft, signature: string): void {
    if (signature !== (this.#onServer.get(key) ?? '')) this.#dirty.add(key);
    else if (!this.#saving.has(key)) this.#dirty.delete(key);
    if (!this.#dirty.has(key)) this.#cancel(key);
    // What was sent must not look unsent elsewhere.
    else if (isBlank(draft)) void this.#save(key);
    else this.#saveAfter(key, saveAfterMs);
  }

  #saveAfter(key: string, ms: number, failures = 0): void {
    this.#cancel(key);
    const act = () => void this.#save(key, failures);
    this.#timers.set(key, this.#options.clock.after(ms, act));
  }

  /** One save of a draft at a time, so that an earlier one never arrives later. */
  async #save(key: string, failures = 0): Promise<void> {
    const { drafts, transport, origin } = this.#options;
    const draft = drafts.get(key);
    this.#cancel(key);
    if (this.#saving.has(key) || draft.text.length > messageMaxLength) return;
    const attachmentIds = draft.attachments.filter(isReady).map(({ id }) => id);
    this.#saving.add(key);
    try {
      // What holds customer data stays in this tab, unsaved, and the server forgets its beginning.
      const told = findCustomerData(draft.text).length > 0 ? { ...draft, text: '' } : draft;
      await transport.saveDraft({ ...placeOf(key), content: told.text, attachmentIds }, origin);
      this.#saving.delete(key);
      if (told === draft) this.#saved(key, signatureOf(draft));
      else this.#withheld(key, draft, signatureOf(told));
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
    this.#keep();
  }

  #withheld(key: string, draft: Draft, signature: string): void {
    if (signature) this.#onServer.set(key, signature);
    else this.#onServer.delete(key);
    if (this.#options.drafts.get(key).text !== draft.text) this.#saveAfter(key, saveAfterMs);
    this.#keep();
  }

  #failed(key: string, error: unknown, failures: number): void {
    const { transport, clock } = this.#options;
    const status = error instanceof ApiError ? error.status : 0;
    // A channel one may no longer read, say: the words stay in this tab, which has asked often enough.
    const isFinal = status >= 400 && status < 500 && ![401, 408, 429].includes(status);
    if (isFinal) this.#dirty.delete(key);
    else if (transport.connected()) {
      this.#saveAfter(key, retryWaitMs(failures, clock.random()), failures);
    }
    this.#keep();
  }

  #keep(): void {
    const { drafts, kept } = this.#options;
    const entries = drafts
      .keys()
      .map((key) => [key, { draft: drafts.get(key), dirty: this.#dirty.has(key) }] as const);
    kept.write(new Map(entries));
  }

  #cancel(key: string): void {
    this.#timers.get(key)?.();
    this.#timers.delete(key);
  }
}

const isReady = ({ phase }: Draft['attachments'][number]) => phase === 'ready';

function written({ content, attachments }: Pick<ServerDraft, 'content' | 'attachments'>) {
  return { text: content, attachments: attachments.map(readyFile) };
}

/** The same for what the server would keep the same; empty where it would keep nothing. */
function signatureOf({ text, attachments }: Draft): string {
  const ids = attachments.filter(isReady).map(({ id }) => id);
  return text.trim() || ids.length > 0 ? JSON.stringify([text, ids]) : '';
}

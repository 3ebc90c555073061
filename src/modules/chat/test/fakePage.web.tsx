import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { expect, onTestFinished, type vi } from 'vitest';
import { createQueryClient } from '../../../platform/web/api/queryClient.ts';
import type { SocketLike } from '../../../platform/web/realtime/environment.ts';
import { RealtimeProvider } from '../../../platform/web/realtime/RealtimeProvider.tsx';

type Listener = (event: object) => void;

/** A page without a browser: what components show as text, the server's answers, and its socket. */
export interface FakePage {
  show(element: ReactNode): void;
  text(): string;
  /** Presses the button with this text. */
  press(label: string): void;
  /**
   * The answers of the server by method and path, such as `GET /api/user`; others are not found. A function is
   * called with the `query` and the `body`.
   */
  readonly answers: Map<string, unknown>;
  /** The calls so far by method and path, without the query. */
  readonly calls: string[];
  count(call: string): number;
  /** Sends an event through the socket. */
  receive(type: string, data?: object): Promise<void>;
  /** The connection notices that events were lost. */
  loseFrames(): Promise<void>;
}

const ignore = () => {};

/** As much of an element as React needs to render into it. */
class FakeNode {
  readonly nodeName: string;
  readonly tagName: string;
  readonly nodeType: number;
  readonly ownerDocument: unknown;
  readonly namespaceURI = 'http://www.w3.org/1999/xhtml';
  readonly style = { setProperty: ignore };
  parentNode: FakeNode | null = null;
  nodeValue: string | null;
  childNodes: FakeNode[] = [];
  readonly clickListeners: Listener[] = [];
  readonly removeEventListener = ignore;
  readonly setAttribute = ignore;
  readonly removeAttribute = ignore;

  constructor(ownerDocument: unknown, name: string, text: string | null = null) {
    this.ownerDocument = ownerDocument;
    this.nodeName = name.toUpperCase();
    this.tagName = this.nodeName;
    this.nodeType = text === null ? 1 : 3;
    this.nodeValue = text;
  }

  /** React listens at the container only. */
  addEventListener(type: string, listener: Listener, isCapture: boolean) {
    if (type === 'click' && !isCapture) this.clickListeners.push(listener);
  }

  get firstChild() {
    return this.childNodes[0] ?? null;
  }

  get lastChild() {
    return this.childNodes.at(-1) ?? null;
  }

  get textContent(): string {
    return this.nodeValue ?? this.childNodes.map((child) => child.textContent).join('');
  }

  set textContent(text: string) {
    this.childNodes = text ? [new FakeNode(this.ownerDocument, '#text', text)] : [];
  }

  find(tagName: string, text: string): FakeNode | undefined {
    if (this.tagName === tagName && this.textContent === text) return this;
    return this.childNodes.map((child) => child.find(tagName, text)).find((found) => found);
  }

  appendChild(child: FakeNode) {
    this.insertBefore(child, null);
  }

  insertBefore(child: FakeNode, next: FakeNode | null) {
    child.parentNode?.removeChild(child);
    child.parentNode = this;
    const at = next ? this.childNodes.indexOf(next) : this.childNodes.length;
    this.childNodes = this.childNodes.toSpliced(at, 0, child);
  }

  removeChild(child: FakeNode) {
    this.childNodes = this.childNodes.filter((one) => one !== child);
    child.parentNode = null;
  }
}

/**
 * Replaces the globals of a browser. They stay, because tasks of React may run after the test. `stub` is
 * `vi.stubGlobal`: test files that name it run apart from the others.
 */
export async function openPage(userId: number, stub: typeof vi.stubGlobal): Promise<FakePage> {
  const document = {
    nodeType: 9,
    activeElement: null,
    documentElement: { dataset: {} },
    visibilityState: 'visible',
    addEventListener: ignore,
    removeEventListener: ignore,
    getElementById: () => null,
    createElement: (name: string) => new FakeNode(document, name),
    createElementNS: (_: string, name: string) => new FakeNode(document, name),
    createTextNode: (text: string) => new FakeNode(document, '#text', text),
  };
  stub('document', document);
  stub('window', globalThis);
  stub('addEventListener', ignore);
  stub('removeEventListener', ignore);
  stub('location', { origin: 'https://forecourt.example' });
  stub('HTMLElement', FakeNode);
  stub('HTMLIFrameElement', class {});
  let socket: SocketLike | undefined;
  class FakeSocket implements SocketLike {
    onopen = null;
    onmessage = null;
    onclose = null;
    readonly send = ignore;
    readonly close = ignore;

    constructor() {
      socket = this;
    }
  }
  stub('WebSocket', FakeSocket);

  const answers: FakePage['answers'] = new Map();
  const calls: string[] = [];
  stub('fetch', async (url: string, { method, body }: RequestInit) => {
    const { pathname, searchParams: query } = new URL(url, location.origin);
    const call = `${method} ${pathname}`;
    calls.push(call);
    const answer = answers.get(call);
    const request = { query, body: body && JSON.parse(String(body)) };
    const reply = typeof answer === 'function' ? answer(request) : answer;
    if (reply instanceof Response) return reply;
    return reply === undefined ? new Response('', { status: 404 }) : Response.json(reply);
  });

  // React DOM checks for a browser when it is imported.
  const { createRoot } = await import('react-dom/client');
  const container = new FakeNode(document, 'div');
  const root = createRoot(container as unknown as HTMLElement);
  const client = createQueryClient();
  const receive = async (type: string, data: object = {}) => {
    await expect.poll(() => socket).toBeDefined();
    socket?.onmessage?.({ data: JSON.stringify({ type, data }) });
  };
  onTestFinished(() => root.unmount());
  return {
    answers,
    calls,
    count: (call) => calls.filter((one) => one === call).length,
    text: () => container.textContent,
    press(label) {
      const target = container.find('BUTTON', label);
      if (!target) throw new Error(`There is no button ${label}`);
      for (const listener of container.clickListeners) listener({ type: 'click', target });
    },
    receive,
    loseFrames: () => receive('pong', { n: 1_000_000 }),
    show: (element) =>
      root.render(
        <QueryClientProvider client={client}>
          <RealtimeProvider identity={{ userId }}>{element}</RealtimeProvider>
        </QueryClientProvider>,
      ),
  };
}

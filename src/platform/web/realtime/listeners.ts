import type { AnySocketEvent, DataOf } from '../../contract/socket.ts';

export type Handler<E extends AnySocketEvent> = (data: DataOf<E>) => void;
type AnyHandler = (data: never) => void;

/** Frame handlers by frame type. */
export function createListeners() {
  const byType = new Map<string, Set<AnyHandler>>();

  return {
    /** Returns how to stop listening. */
    on<E extends AnySocketEvent>(event: E, handler: Handler<E>): () => void {
      const handlers = byType.get(event.type) ?? new Set();
      byType.set(event.type, handlers.add(handler));
      return () => void handlers.delete(handler);
    },

    emit(type: string, data: unknown): void {
      for (const handler of [...(byType.get(type) ?? [])]) {
        try {
          handler(data as never);
        } catch (error) {
          // One failing handler must not keep a frame from the others.
          reportError(error);
        }
      }
    },
  };
}

import type { AnySocketEvent, DataOf } from '../../contract/socket.ts';
import { AppError } from '../errors.ts';
import type { Actor } from '../http/actor.ts';
import type { Realtime } from './realtime.ts';

interface WatchedTopic<E extends AnySocketEvent> {
  family: string;
  /** What a browser sends when it starts or stops showing one. */
  event: E;
  /** The one it is about. */
  read(data: DataOf<E>): { id: string; watching: boolean };
  /** Whether the actor may see it. May throw the AppError with which a request for it is refused. */
  canSee(actor: Actor, id: string): Promise<boolean>;
}

/** Declares the topics `family:id`, to which a connection is subscribed while its browser shows that one. */
export function declareWatchedTopic<E extends AnySocketEvent>(
  realtime: Pick<Realtime, 'declareTopic' | 'handle' | 'subscribe' | 'topics'>,
  { family, event, read, canSee }: WatchedTopic<E>,
): void {
  realtime.declareTopic(family, async (actor, id) => {
    try {
      return await canSee(actor, id);
    } catch (error) {
      // Not visible, or no longer.
      if (error instanceof AppError) return false;
      throw error;
    }
  });
  realtime.handle(event, async (connection, data) => {
    const { id, watching } = read(data);
    const topic = `${family}:${id}`;
    if (watching) await realtime.subscribe(connection, topic);
    else realtime.topics.unsubscribe(connection, topic);
  });
}

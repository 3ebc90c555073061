import { type QueryClient, QueryClientContext } from '@tanstack/react-query';
import { Component, type ReactNode, use } from 'react';
import { onNetworkReturn } from '../network/network.ts';
import { Button } from '../ui/Button.tsx';
import { InPlace, type PlaceProps } from './Place.tsx';

interface Props extends PlaceProps {
  children: ReactNode;
  /** A new value tries again: the address, or what is shown. */
  resetKey?: unknown;
}

/**
 * Keeps what broke while it was drawn to its own place, be it a fault of ours or an answer nobody expected; the rest of
 * the page goes on. "Try again" asks the server anew for what was drawn here, and so does the return of the network.
 */
export function ErrorBoundary(props: Props) {
  return <Boundary {...props} client={use(QueryClientContext)} />;
}

class Boundary extends Component<Props & { client: QueryClient | undefined }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  #stopWaiting = () => {};

  override componentDidCatch(): void {
    this.#stopWaiting();
    this.#stopWaiting = onNetworkReturn(() => void this.#retry());
  }

  override componentWillUnmount(): void {
    this.#stopWaiting();
  }

  override componentDidUpdate({ resetKey }: Props): void {
    if (!this.state.failed || resetKey === this.props.resetKey) return;
    this.#stopWaiting();
    this.setState({ failed: false });
  }

  #retry = async () => {
    this.#stopWaiting();
    const { client } = this.props;
    // Nobody else looks at these, so the broken answer is among them, or among those that are asked for again.
    client?.removeQueries({ type: 'inactive' });
    await client?.invalidateQueries({ type: 'active' });
    this.setState({ failed: false });
  };

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    const { place, className, about } = this.props;
    return (
      <InPlace
        place={place}
        className={className}
        about={about}
        sentence="Something went wrong here."
        action={
          <Button size="sm" onClick={() => void this.#retry()}>
            Try again
          </Button>
        }
      />
    );
  }
}

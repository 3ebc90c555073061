import { type QueryClient, QueryClientContext } from '@tanstack/react-query';
import { Component, type ReactNode, use } from 'react';
import { onNetworkReturn } from '../../network/network.ts';
import { Button } from '../Button.tsx';
import { InPlace, type PlaceProps } from './Place.tsx';

interface Props extends PlaceProps {
  children: ReactNode;
  /** A new value retries: the URL, or what is shown. */
  resetKey?: unknown;
}

/**
 * Contains a rendering failure, whether a bug or an unexpected response; the rest of the page goes on. "Try again"
 * refetches the queries used here, and so does a returning network.
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
    // Only this part uses these, so the broken response is among them, or among those that are refetched.
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

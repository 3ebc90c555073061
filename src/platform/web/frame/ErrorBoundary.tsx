import { Component, type ReactNode } from 'react';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

interface Props {
  children: ReactNode;
  /** A new value tries again: the address, usually. */
  resetKey?: string;
}

/** Keeps what broke to its own place, and offers the way out of it. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidUpdate({ resetKey }: Props): void {
    if (this.state.failed && resetKey !== this.props.resetKey) this.setState({ failed: false });
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="grid min-h-full place-items-center p-6">
        <EmptyState
          title="This page could not be shown"
          description="It may have been updated while you had it open. Loading it again usually helps."
          action={<Button onClick={() => window.location.reload()}>Load again</Button>}
        />
      </div>
    );
  }
}

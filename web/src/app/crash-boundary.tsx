import { Component, type ReactNode } from 'react';
import { Crash } from '../ui/crash.tsx';

/** Around everything: a defect anywhere shows an error page, never a blank one. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <Crash />;
  }
}

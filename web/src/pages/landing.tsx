import { PublicFrame } from '../ui/public-frame.tsx';

export function LandingPage() {
  return (
    <PublicFrame current="landing">
      <main id="inhalt" />
    </PublicFrame>
  );
}

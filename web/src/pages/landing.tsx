import '../styles/base.css';
import { Discreet } from '../features/landing/discreet.tsx';
import { Faq } from '../features/landing/faq.tsx';
import { Hero } from '../features/landing/hero.tsx';
import { PartnerList } from '../features/landing/partner-list.tsx';
import { BannersAndClubs, Final, Prices, Steps } from '../features/landing/sections.tsx';
import { PublicFrame } from '../ui/public-frame.tsx';

/** The landing page. Rendered to HTML at build time; only `landing.ts` runs in the browser. */
export function LandingPage({ now }: { now: Date }) {
  return (
    <PublicFrame current="landing">
      <main id="inhalt">
        <Hero now={now} />
        <Discreet />
        <Steps />
        <Prices />
        <BannersAndClubs />
        <Faq />
        <PartnerList />
        <Final />
      </main>
    </PublicFrame>
  );
}

import type { ReactNode } from 'react';
import { Mark } from '../ui/mark.tsx';
import './page.css';

/** The bare page around log-in and enrolment, also of the console of websites. */
export const Entrance = ({
  title,
  help,
  tag = 'Betrieb',
  children,
}: {
  title: string;
  help?: string | undefined;
  tag?: string;
  children: ReactNode;
}) => (
  <main id="inhalt" className="house-entrance">
    <div className="house-card">
      <p className="house-mark">
        <Mark size={26} /> Samtrot <em className="house-tag">{tag}</em>
      </p>
      <h1 className="h1">{title}</h1>
      {help && <p className="muted">{help}</p>}
      {children}
    </div>
  </main>
);

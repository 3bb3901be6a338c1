import { useTitle } from '../../lib/page/title.ts';
import { HouseText } from './house-text.tsx';
import '../../ui/server-html.css';

interface Props {
  text: 'imprint' | 'terms' | 'privacy';
  title: string;
}

/** A text with a page of its own, inside the frame of the dashboard (FRM-02). */
export function LegalPage({ text, title }: Props) {
  useTitle(title);
  return <HouseText text={text} />;
}

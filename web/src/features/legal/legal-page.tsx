import { operator } from '../../lib/api/operator.ts';
import { useTitle } from '../../lib/page/title.ts';
import { type LegalDocument, LegalText } from './legal-text.tsx';

interface Props {
  document: (of: ReturnType<typeof operator>) => LegalDocument;
}

/** A legal text inside the frame of the dashboard (FRM-02). */
export function LegalPage({ document }: Props) {
  const text = document(operator());
  useTitle(text.title);
  return <LegalText document={text} />;
}

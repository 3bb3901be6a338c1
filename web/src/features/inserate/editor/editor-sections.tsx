import { covered, type Paid } from '@samtrot/shared/cart/rules.ts';
import { Fragment, type ReactNode } from 'react';
import type { Account } from '../../../lib/session/session.ts';
import { Alert } from '../../../ui/alert.tsx';
import { SectionHeading } from '../../../ui/form-section.tsx';
import type { Cost } from './booking/editor-cost.ts';
import { overOf } from './booking/editor-run.ts';
import {
  CategorySection,
  OfferingSection,
  PackageSection,
  RegionSection,
} from './editor-choices.tsx';
import { useLower } from './editor-lower.tsx';
import type { LowerProps } from './editor-lower-sections.tsx';
import { lastUsed } from './region-choice.ts';
import { SECTION_IDS, type SectionId, STEPPED_IDS, stepOfSection } from './steps/editor-steps.ts';
import type { AdSteps } from './steps/use-ad-steps.ts';

interface Props extends Omit<LowerProps, 'stepped'> {
  account: Account;
  /** What the ad may have. */
  lists: Pick<Account, 'categories' | 'offerings'>;
  cost: Cost;
  paid: Paid | null;
  steps: AdSteps;
  inseratId: number;
}

/**
 * The form: all sections on one page, on a phone those of one step. The others stay mounted, so
 * that nothing of what they hold is lost from step to step or when the window is turned.
 */
export function EditorSections({ account, lists, cost, paid, steps, inseratId, ...props }: Props) {
  const { editor, inserat } = props;
  const { form } = editor;
  const lower = useLower();
  const costItem = (key: string) => cost.items.find((line) => line.key === key);
  const section = (id: SectionId): ReactNode => {
    switch (id) {
      case 'paket':
        return <PackageSection editor={editor} over={overOf(inserat)} />;
      case 'regionen':
        return (
          <RegionSection
            editor={editor}
            list={account.cantons}
            recent={lastUsed(account.Inserats, inseratId)}
            item={costItem('region')}
            covered={covered(form.inserat_typ, 'regions', paid)}
          />
        );
      case 'kategorien':
        return (
          <CategorySection
            editor={editor}
            list={lists.categories}
            item={costItem('category')}
            covered={covered(form.inserat_typ, 'categories', paid)}
          />
        );
      case 'angebote':
        return <OfferingSection editor={editor} list={lists.offerings} />;
      default:
        return lower.section(id, { ...props, stepped: steps.stepped });
    }
  };
  return (
    <SectionHeading value={steps.stepped ? 'h3' : 'h2'}>
      {(!steps.stepped || steps.step === 1) && (
        <Alert tone="warning">
          <p>Inserate für Sex ohne Kondom und AO (alles ohne) sind verboten und werden gelöscht.</p>
        </Alert>
      )}
      <Fragment key={editor.round}>
        {(steps.stepped ? STEPPED_IDS : SECTION_IDS).map((id) => (
          <div key={id} hidden={steps.stepped && stepOfSection(id) !== steps.step}>
            {section(id)}
          </div>
        ))}
      </Fragment>
      {lower.end}
    </SectionHeading>
  );
}

import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Tabs } from '../../ui/tabs.tsx';
import { useHouseTitle, useMe } from '../api.ts';
import { mayOpen } from '../navigation.ts';
import './money.css';
import '../page.css';

const TABS = {
  faelle: { label: 'Fälle', path: '/geld' },
  zahlungen: { label: 'Zahlungen', path: '/geld/zahlungen' },
  rueckzahlungen: { label: 'Rückzahlungen', path: '/geld/rueckzahlungen' },
  monat: { label: 'Monat', path: '/geld/monat' },
} as const;
export type MoneyTab = keyof typeof TABS;
const TAB_IDS = Object.keys(TABS) as MoneyTab[];

interface Props {
  tab: MoneyTab;
  counts?: Partial<Record<MoneyTab, number>>;
  children: ReactNode;
}

/** «Geld»: heading and tabs, each with an address of its own. */
export function MoneyFrame({ tab, counts = {}, children }: Props) {
  useHouseTitle(tab === 'faelle' ? 'Geld' : TABS[tab].label);
  const { rights } = useMe();
  const navigate = useNavigate();
  return (
    <div className="money">
      <h1 className="h1">Geld</h1>
      <Tabs
        label="Geld"
        value={tab}
        items={TAB_IDS.filter((value) => mayOpen(TABS[value].path, rights)).map((value) => ({
          value,
          label: TABS[value].label,
          ...(counts[value] !== undefined && { count: counts[value] }),
        }))}
        onChange={(value) => void navigate({ to: TABS[value].path as never })}
      >
        {children}
      </Tabs>
    </div>
  );
}

import { chooseDigest, getDigest } from '@samtrot/shared/digest/contract.ts';
import { Alert } from '../../ui/alert.tsx';
import { SettingRow } from '../../ui/switch.tsx';
import { useList } from '../api.ts';
import { FailedPart } from '../list-state.tsx';
import { useChange } from '../use-change.tsx';
import '../page.css';

/** Everybody chooses for herself; that of today is missing if no worker was there (BOF-137). */
export function Digest() {
  const query = useList(getDigest, {});
  const { run, busy, dialog } = useChange();
  const { data } = query;
  if (!data) return <FailedPart query={query} title="Zusammenfassung" />;
  return (
    <section className="house-panel house-state" aria-label="Zusammenfassung">
      {data.missing && (
        <Alert tone="warning">Die Zusammenfassung von heute ist nicht verschickt worden.</Alert>
      )}
      <SettingRow
        label="Zusammenfassung um 07:00"
        help="Jeden Tag per E-Mail: was wartet, was überfällig ist, die Zahlen von gestern und der Zustand."
        checked={data.chosen}
        disabled={busy}
        onChange={({ target }) => run(chooseDigest, { chosen: target.checked })}
      />
      {dialog}
    </section>
  );
}

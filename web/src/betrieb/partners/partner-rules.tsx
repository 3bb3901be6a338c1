import { BANNER_TYPE_IDS, BANNER_TYPES } from '@samtrot/shared/banners/rules.ts';
import type { Output, Params } from '@samtrot/shared/kernel/action.ts';
import { formatDate, formatNumber } from '@samtrot/shared/kernel/format.ts';
import { RATINGS } from '@samtrot/shared/media/rules.ts';
import type {
  getPartnerPolicy,
  previewPartnerPolicy,
} from '@samtrot/shared/partners/desk-contract.ts';
import { BLOCK_REASON_MAX } from '@samtrot/shared/partners/policy-rules.ts';
import { type FormEvent, useRef, useState } from 'react';
import type { ApiError } from '../../lib/api/call.ts';
import { Button } from '../../ui/button.tsx';
import { ChipGroup } from '../../ui/chip-group.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';
import { Field, FieldGroup } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { ToggleChip } from '../../ui/toggle-chip.tsx';
import { useList } from '../api.ts';
import { Loaded } from '../list-state.tsx';
import { Meanwhile } from '../meanwhile.tsx';
import { Choice } from '../reason-dialog.tsx';
import { useChange } from '../use-change.tsx';
import { useDesk } from './partner-desk.tsx';
import '../page.css';

type Policy = Output<typeof getPartnerPolicy>;
type Rules = Omit<Params<typeof previewPartnerPolicy>, 'website_id'>;
type Effect = Output<typeof previewPartnerPolicy>;

const KINDS = { inserat: 'Inserat', club: 'Club' } as const;

/** What the website does not want, and its block list (BOF-120). */
export function PartnerRules() {
  const { calls, of, mayManage } = useDesk();
  const query = useList(calls.getPartnerPolicy, { website_id: of.website_id });
  const [changing, setChanging] = useState(false);
  return (
    <section className="house-panel" aria-labelledby="regeln">
      <h2 id="regeln">Regeln</h2>
      <Loaded query={query}>
        {() => (
          <>
            <Facts of={query.data!} />
            {mayManage && (
              <div className="house-state">
                <Button size="sm" onClick={() => setChanging(true)}>
                  Regeln ändern
                </Button>
              </div>
            )}
            <Blocks of={query.data!} />
            {changing && <RulesDialog of={query.data!} onClose={() => setChanging(false)} />}
          </>
        )}
      </Loaded>
    </section>
  );
}

const namesOf = <Id,>(ids: readonly Id[], list: readonly { id: Id; name: string }[]): string =>
  list
    .filter(({ id }) => ids.includes(id))
    .map(({ name }) => name)
    .join(', ') || 'nichts';

function Facts({ of }: { of: Policy }) {
  const slots = of.slots.map((slot) => BANNER_TYPES[slot].name).join(', ');
  const facts: [string, string][] = [
    ['Zeigt höchstens', of.accepts],
    ['Kategorien nicht', namesOf(of.categories, of.lists.categories)],
    ['Kantone nicht', namesOf(of.cantons, of.lists.cantons)],
    ['Plätze für Banner', slots || 'keine'],
  ];
  return (
    <dl className="house-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function effectText(effect: Effect): string {
  const { ads, ads_left_out, clubs, clubs_left_out, media_left_out, banners, banners_above } =
    effect;
  const number = formatNumber;
  return [
    `Diese Regeln lassen ${number(ads_left_out)} von ${number(ads)} Inseraten und ${number(clubs_left_out)} von ${number(clubs)} Clubs weg.`,
    ...(media_left_out > 0
      ? [`In den anderen fehlen ${number(media_left_out)} Bilder und Videos.`]
      : []),
    ...(banners > 0
      ? [`${number(banners)} laufende Banner bekommen die restlichen Tage als Credits zurück.`]
      : []),
    ...(banners_above > 0
      ? [`${number(banners_above)} Banner fehlen, weil ihr Bild über der Einstufung liegt.`]
      : []),
  ].join(' ');
}

function toggled<Id>(ids: readonly Id[], id: Id): Id[] {
  return ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
}

const rulesOf = ({ accepts, categories, cantons, slots }: Policy): Rules => ({
  accepts,
  categories,
  cantons,
  slots,
});

function RulesDialog({ of, onClose }: { of: Policy; onClose: () => void }) {
  const { calls, of: website } = useDesk();
  const { website_id } = website;
  const { run, busy, errors, dialog } = useChange({ atFields: true });
  // What the form began with: what somebody saves meanwhile is not overwritten unseen.
  const [began, setBegan] = useState(of.version);
  const [refused, setRefused] = useState(false);
  const [rules, setRules] = useState<Rules>(() => rulesOf(of));
  const [effect, setEffect] = useState<Effect | null>(null);
  const form = useRef<HTMLDivElement>(null);
  const change = (part: Partial<Rules>) => {
    setRules({ ...rules, ...part });
    setEffect(null);
  };
  const save = async () => {
    const seen_version = refused ? of.version : began;
    const stale = ({ code }: ApiError) => {
      const conflict = code === 'STAFF_VERSION_CONFLICT';
      if (conflict) {
        setBegan(seen_version);
        setRefused(true);
      }
      return conflict;
    };
    const wanted = { website_id, seen_version, ...rules };
    if (await run(calls.setPartnerPolicy, wanted, undefined, stale)) onClose();
  };
  const takeOver = () => {
    setBegan(of.version);
    setRefused(false);
    change(rulesOf(of));
    // The button that was pressed goes.
    form.current?.querySelector('select')?.focus();
  };
  return (
    <>
      <Dialog
        open
        onClose={onClose}
        wide
        title="Was zeigt die Webseite nicht?"
        description="Ein Inserat fehlt, wenn es eine dieser Kategorien hat oder in keinem anderen Kanton steht."
      >
        <div ref={form} className="house-form">
          <Choice
            label="Zeigt höchstens"
            value={rules.accepts}
            ids={RATINGS}
            labels={{ jugendfrei: 'jugendfrei', erotisch: 'erotisch', explizit: 'explizit' }}
            onChange={(chosen) => change({ accepts: chosen })}
          />
          <Chips
            label="Kategorien nicht"
            error={errors.categories}
            list={of.lists.categories}
            chosen={rules.categories}
            onToggle={(id) => change({ categories: toggled(rules.categories, id) })}
          />
          <Chips
            label="Kantone nicht"
            error={errors.cantons}
            list={of.lists.cantons}
            chosen={rules.cantons}
            onToggle={(id) => change({ cantons: toggled(rules.cantons, id) })}
          />
          <Chips
            label="Plätze für Banner"
            error={errors.slots}
            list={BANNER_TYPE_IDS.map((id) => ({ id, name: BANNER_TYPES[id].name }))}
            chosen={rules.slots}
            onToggle={(id) => change({ slots: toggled(rules.slots, id) })}
          />
          <p role="status">{effect ? effectText(effect) : ''}</p>
          {refused && (
            <Meanwhile key={of.version} onTake={of.version === began ? undefined : takeOver}>
              <p>
                <b>Das wurde inzwischen geändert.</b> Was du gewählt hast, ist noch da.
              </p>
              {of.version !== began && (
                <>
                  <p>Jetzt gilt:</p>
                  <Facts of={of} />
                  <p>«Speichern» ersetzt es durch deine Fassung.</p>
                </>
              )}
            </Meanwhile>
          )}
        </div>
        <DialogActions>
          <Button
            busy={busy}
            onClick={() =>
              void run(calls.previewPartnerPolicy, { website_id, ...rules }, setEffect)
            }
          >
            Vorschau
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            Speichern
          </Button>
        </DialogActions>
      </Dialog>
      {dialog}
    </>
  );
}

interface ChipsProps<Id extends string | number> {
  label: string;
  error: string | undefined;
  list: readonly { id: Id; name: string }[];
  chosen: readonly Id[];
  onToggle: (id: Id) => void;
}

function Chips<Id extends string | number>({
  label,
  error,
  list,
  chosen,
  onToggle,
}: ChipsProps<Id>) {
  return (
    <FieldGroup label={label} error={error}>
      <ChipGroup aria-label={label}>
        {list.map(({ id, name }) => (
          <ToggleChip key={id} pressed={chosen.includes(id)} onPress={() => onToggle(id)}>
            {name}
          </ToggleChip>
        ))}
      </ChipGroup>
    </FieldGroup>
  );
}

function Blocks({ of }: { of: Policy }) {
  const { calls, of: website, mayManage } = useDesk();
  const { run, busy, dialog } = useChange();
  const [adding, setAdding] = useState(false);
  const { website_id } = website;
  return (
    <>
      <h3 className="house-state">Eigene Sperrliste</h3>
      {of.blocks.length > 0 && (
        <ul className="house-list" aria-label="Eigene Sperrliste">
          {of.blocks.map(({ kind, item_id, reason, at }) => (
            <li key={`${kind}${item_id}`}>
              <div>
                <b>
                  {KINDS[kind]} {item_id}
                </b>
                <p className="muted">
                  {reason}, {formatDate(new Date(at))}
                </p>
              </div>
              {mayManage && (
                <div className="house-acts">
                  <Button
                    size="sm"
                    disabled={busy}
                    aria-label={`Wieder zeigen: ${KINDS[kind]} ${item_id}`}
                    onClick={() => void run(calls.unblockOnPartner, { website_id, kind, item_id })}
                  >
                    Wieder zeigen
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="house-state">
        {of.blocks.length === 0 && <p className="muted">Niemand steht darauf.</p>}
        {mayManage && (
          <Button size="sm" onClick={() => setAdding(true)}>
            Eintragen
          </Button>
        )}
      </div>
      {adding && <BlockDialog onClose={() => setAdding(false)} />}
      {dialog}
    </>
  );
}

function BlockDialog({ onClose }: { onClose: () => void }) {
  const { calls, of } = useDesk();
  const { run, busy, errors, dialog } = useChange({ atFields: true });
  const [kind, setKind] = useState<keyof typeof KINDS>('inserat');
  const [thing, setThing] = useState('');
  const [reason, setReason] = useState('');
  const block = async (event?: FormEvent) => {
    event?.preventDefault();
    const wanted = { website_id: of.website_id, kind, thing: thing.trim(), reason };
    if (await run(calls.blockOnPartner, wanted)) onClose();
  };
  return (
    <>
      <ConfirmDialog
        open
        title="Was soll die Webseite nicht zeigen?"
        description="Es verschwindet dort sofort. Auf den anderen Webseiten bleibt es."
        safe="Zurück"
        act="Nicht zeigen"
        busy={busy}
        onClose={onClose}
        onAct={() => void block()}
      >
        <form className="house-form" onSubmit={(event) => void block(event)}>
          <Field label="Was">
            <Select
              value={kind}
              options={Object.entries(KINDS).map(([value, label]) => ({ value, label }))}
              onChange={({ target }) => setKind(target.value as keyof typeof KINDS)}
            />
          </Field>
          <Field
            label="Nummer"
            help="Die Nummer im Portal oder die lange auf der Webseite"
            error={errors.thing}
          >
            <Input
              value={thing}
              maxLength={36}
              autoComplete="off"
              onChange={({ target }) => setThing(target.value)}
            />
          </Field>
          <Field label="Grund" error={errors.reason}>
            <Input
              value={reason}
              maxLength={BLOCK_REASON_MAX}
              onChange={({ target }) => setReason(target.value)}
            />
          </Field>
        </form>
      </ConfirmDialog>
      {dialog}
    </>
  );
}

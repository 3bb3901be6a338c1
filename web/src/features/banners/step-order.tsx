import type { Banner } from '@samtrot/shared/banners/contract.ts';
import {
  BANNER_TYPES,
  type BannerPrices,
  type BannerTypeId,
  bannerHost,
  bannerTexts,
  monthsLabel,
} from '@samtrot/shared/banners/rules.ts';
import { formatCredits, formatNumber, shownWire } from '@samtrot/shared/kernel/format.ts';
import type { Credits } from '@samtrot/shared/kernel/money.ts';
import { lackingText, lackingWithDebt } from '@samtrot/shared/topups/debt.ts';
import { CircleAlert } from 'lucide-react';
import type { Account } from '../../lib/session/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { CostList } from '../../ui/cost-list.tsx';
import { CostAfter, CostTotal } from '../../ui/cost-total.tsx';
import { SettingRow } from '../../ui/switch.tsx';
import { BannerPreview } from './preview.tsx';
import { controlId, type Wizard } from './use-wizard.ts';
import {
  isBooked,
  perWebsite,
  priceLines,
  startLabel,
  withWebsite,
  wizardPrice,
} from './wizard-form.ts';
import './step-order.css';
import '../../ui/radio-card.css';
import './wizard.css';
import '../../ui/checkbox.css';
import '../../ui/field.css';

interface Props {
  wizard: Wizard;
  typ: BannerTypeId;
  /** Null for a new one. */
  banner: Banner | null;
  account: Account;
}

/** BAN-50 to BAN-52, BAN-63, BAN-64. */
export function StepOrder({ wizard, typ, banner, account }: Props) {
  const booked = isBooked(banner?.status ?? null);
  return (
    <div className="split split-aside wide align-start order">
      {booked ? (
        <BookedWebsites wizard={wizard} account={account} />
      ) : (
        <Websites wizard={wizard} typ={typ} account={account} />
      )}
      <aside aria-label={booked ? 'Dein Banner' : 'Deine Bestellung'}>
        <Card>
          <h2 className="h2 below-3">{booked ? 'Dein Banner' : 'Deine Bestellung'}</h2>
          <BannerPreview typ={typ} form={wizard.form} />
          <Facts wizard={wizard} typ={typ} banner={banner} />
          <hr className="divider" />
          {booked ? (
            <CostList
              items={[{ label: 'Bezahlt', amount: formatCredits(banner!.banner_credits) }]}
            />
          ) : (
            <Costs
              wizard={wizard}
              prices={account.prices.banners}
              credits={account.credits}
              owed={account.owed}
            />
          )}
        </Card>
      </aside>
    </div>
  );
}

function Websites({ wizard, typ, account }: Omit<Props, 'banner'>) {
  const { form, change, errorAt, show } = wizard;
  const known = account.webseiten.map(({ id }) => id);
  const error = errorAt('webseiten');
  const price = `+ ${formatNumber(perWebsite(account.prices.banners, typ, form.monate))}`;
  const choose = (webseiten: number[]) => {
    change({ webseiten });
    show('webseiten');
  };
  return (
    <Card className="webs-card">
      <div className="between align-baseline">
        <h2 className="h2" id="step-title" tabIndex={-1}>
          Auf welchen Webseiten?
        </h2>
        <span className="sm muted num">{`${form.webseiten.length} von ${known.length}`}</span>
      </div>
      <p className="muted">{`Die erste Webseite ist inbegriffen. Jede weitere kostet ${account.prices.banners.website} % dazu.`}</p>
      <SettingRow
        id="banner-all"
        label="Alle auswählen"
        checked={known.length > 0 && known.every((id) => form.webseiten.includes(id))}
        onChange={(event) => choose(event.target.checked ? known : [])}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere */}
      <div
        className="two gap-3"
        role="group"
        aria-labelledby="step-title"
        aria-describedby={error ? 'webs-error' : undefined}
        id={controlId('webseiten')}
      >
        {account.webseiten.map(({ id, name }) => {
          const included = (form.webseiten[0] ?? known[0]) === id;
          return (
            <label key={id} className="choice focus-frame web">
              <input
                type="checkbox"
                className="box"
                checked={form.webseiten.includes(id)}
                onChange={() => choose(withWebsite(form.webseiten, id, known))}
              />
              <span className="grow medium anywhere">{name}</span>
              <span className="sm muted num nowrap">{included ? 'inbegriffen' : price}</span>
            </label>
          );
        })}
      </div>
      {error && (
        <p className="error above-3" id="webs-error">
          <CircleAlert className="i" aria-hidden />
          <span>{error}</span>
        </p>
      )}
    </Card>
  );
}

function BookedWebsites({ wizard, account }: Pick<Props, 'wizard' | 'account'>) {
  return (
    <Card>
      <h2 className="h2" id="step-title" tabIndex={-1}>
        Deine Webseiten
      </h2>
      <p className="help above-1 below-4">{bannerTexts.fixed}</p>
      <ul className="two gap-3">
        {wizard.form.webseiten.map((id) => (
          <li key={id} className="panel badge-brand medium anywhere">
            {account.webseiten.find((website) => website.id === id)?.name ??
              'Webseite, die nicht mehr online ist'}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Facts({ wizard: { form }, typ, banner }: Pick<Props, 'wizard' | 'typ' | 'banner'>) {
  const { name, format } = BANNER_TYPES[typ];
  const begun = isBooked(banner?.status ?? null) && banner!.status !== 'geplant';
  const facts = [
    ['Typ', `${name}, ${format}`],
    ['Start', begun ? shownWire(banner!.start_datum) : startLabel(form)],
    ['Laufzeit', monthsLabel(form.monate)],
    ['Link', linkOf(form.url)],
  ];
  return (
    <dl className="pairs stack-tight sm above-4">
      {facts.map(([label, value]) => (
        <div key={label} className="between">
          <dt>{label}</dt>
          <dd className={label === 'Link' ? 'right truncate' : 'right num'}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `studio-linde.ch/neu` */
const linkOf = (url: string): string =>
  bannerHost(url) + url.replace(/^(https?:\/\/)?[^/?#]*/i, '');

function Costs({
  wizard: { form },
  prices,
  credits,
  owed,
}: {
  wizard: Wizard;
  prices: BannerPrices;
  credits: Credits;
  owed: Credits;
}) {
  const price = wizardPrice(prices, form);
  if (!price) return null;
  const { total } = price;
  return (
    <>
      <CostList items={priceLines(prices, form)} />
      <CostTotal total={total} />
      {total > credits ? (
        <Alert tone="warning" live>
          <p className="strong num">{`Benötigt noch: ${lackingText(lackingWithDebt(total - credits, owed), owed)}`}</p>
          <p>
            Speichere den Banner als Entwurf oder{' '}
            <ButtonLink to="/guthaben" variant="link" size="sm">
              lade Guthaben auf
            </ButtonLink>
            .
          </p>
        </Alert>
      ) : (
        <CostAfter label="Verbleibendes Guthaben" after={credits - total} />
      )}
    </>
  );
}

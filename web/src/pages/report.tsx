import {
  REPORT_MESSAGE_MAX,
  REPORT_NAME_MAX,
  REPORT_REASON_IDS,
  REPORT_REASONS,
  reportTexts,
} from '@samtrot/shared/reports/rules.ts';
import type { ReactNode } from 'react';
import { Alert } from '../ui/alert.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { PublicFrame } from '../ui/public-frame.tsx';
import { RadioCard } from '../ui/radio-card.tsx';
import { Textarea } from '../ui/textarea.tsx';
import '../styles/base.css';
import '../features/support/support.css';

/**
 * What the server fills into the prerendered page for each request (`app/report-form.ts`). The page
 * has no script: a report works in every browser (BOF-55).
 */
const PLACES = {
  thing: '%REPORT_THING%',
  alert: '%REPORT_ALERT%',
  website: '%REPORT_WEBSITE%',
  key: '%REPORT_KEY%',
  message: '%REPORT_MESSAGE%',
  name: '%REPORT_NAME%',
  email: '%REPORT_EMAIL%',
  phone: '%REPORT_PHONE%',
} as const;

/** `/melden/inserat/<public id>`: what is reported stands in the address, never in a field. */
export function ReportPage() {
  return (
    <Page intro={reportTexts.help}>
      <Alert tone="info">
        {/* Filled in by the server: a text of the house (BOF-127). */}
        <div data-text="helplines" />
      </Alert>
      <form className="stack gap-5" method="post" aria-label="Meldung">
        <input type="hidden" name="website" defaultValue={PLACES.website} />
        <input type="hidden" name="send_key" defaultValue={PLACES.key} />
        <fieldset className="stack-tight">
          <legend className="label below-2">Grund</legend>
          {REPORT_REASON_IDS.map((reason) => {
            const { label, urgency } = REPORT_REASONS[reason];
            return (
              <RadioCard
                key={reason}
                name="reason"
                value={reason}
                required
                title={label}
                end={urgency === 'urgent' && <Badge tone="outline">Dringend</Badge>}
              />
            );
          })}
        </fieldset>
        <Field id="melden-nachricht" label="Was ist dir aufgefallen?" optional>
          <Textarea
            name="message"
            rows={5}
            maxLength={REPORT_MESSAGE_MAX}
            defaultValue={PLACES.message}
          />
        </Field>
        <div className="two">
          <Field id="melden-name" label="Name" optional>
            <Input
              name="name"
              autoComplete="name"
              maxLength={REPORT_NAME_MAX}
              defaultValue={PLACES.name}
            />
          </Field>
          <Field id="melden-email" label="E-Mail" optional>
            <Input name="email" type="email" autoComplete="email" defaultValue={PLACES.email} />
          </Field>
        </div>
        <Field id="melden-telefon" label="Telefon" optional>
          <Input
            name="phone"
            type="tel"
            autoComplete="tel"
            maxLength={30}
            defaultValue={PLACES.phone}
          />
        </Field>
        <Button type="submit" variant="primary" size="lg" className="support-send">
          {reportTexts.send}
        </Button>
      </form>
    </Page>
  );
}

/** After the report: only its number and when somebody looks at it. */
export const ReportedPage = () => <Page intro="" />;

function Page({ intro, children }: { intro: string; children?: ReactNode }) {
  return (
    <PublicFrame>
      <main className="page-width contact-page report-page" id="inhalt">
        <div className="page-head">
          <div>
            <h1 className="h1">{PLACES.thing} melden</h1>
            {intro && <p>{intro}</p>}
          </div>
        </div>
        <Card className="stack gap-5">
          {PLACES.alert}
          {children}
        </Card>
      </main>
    </PublicFrame>
  );
}

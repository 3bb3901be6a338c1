import { content } from '@samtrot/shared/inserate/contract.ts';
import { COUNTRIES } from '@samtrot/shared/inserate/countries.ts';
import {
  PLACE_TITLES,
  PLACES,
  placeHelp,
  placeOf,
  switchesOf,
} from '@samtrot/shared/inserate/place.ts';
import { useAccount } from '../../../lib/session/session.ts';
import { Field } from '../../../ui/field.tsx';
import { FormSection } from '../../../ui/form-section.tsx';
import { HomepageField } from '../../../ui/homepage-field.tsx';
import { Input } from '../../../ui/input.tsx';
import { PhoneField } from '../../../ui/phone-field.tsx';
import { RadioCard } from '../../../ui/radio-card.tsx';
import { Select } from '../../../ui/select.tsx';
import { SettingRow } from '../../../ui/switch.tsx';
import { ReachableField } from './editor-reachable.tsx';
import { type AdFormState, controlId } from './use-ad-form.ts';
import './editor-choices.css';
import '../../../ui/editor-page.css';
import '../../../ui/form-section.css';

export function ContactSection({ editor }: { editor: AdFormState }) {
  const { form, change, errorAt, leave } = editor;
  const phone = (field: string) => ({
    id: controlId(field),
    error: errorAt(field),
    onLeave: () => leave(field),
  });
  return (
    <FormSection id="kontakt" title="Kontakt">
      <div className="stack gap-5">
        <PhoneField
          {...phone('telefon')}
          label={content.telefon.label}
          dialLabel="Landesvorwahl"
          value={form.telefon}
          onChange={(telefon) => change({ telefon })}
          help="So erreichen dich Kundinnen und Kunden. Eine Nummer mit + geht auch."
        />
        <div className="flush">
          <SettingRow
            id={controlId('sms_erlaubt')}
            label={content.sms_erlaubt.label}
            help="Kundinnen und Kunden dürfen dir SMS schreiben."
            checked={form.sms_erlaubt}
            onChange={(event) => change({ sms_erlaubt: event.target.checked })}
          />
          <SettingRow
            id={controlId('whatsapp_erlaubt')}
            label={content.whatsapp_erlaubt.label}
            help="Zeigt deine WhatsApp-Nummer im Inserat."
            checked={form.whatsapp_erlaubt}
            // EDI-57
            onChange={(event) => change({ whatsapp_erlaubt: event.target.checked, whatsapp: '' })}
          />
        </div>
        {form.whatsapp_erlaubt && (
          <PhoneField
            {...phone('whatsapp')}
            label={content.whatsapp.label}
            dialLabel="Landesvorwahl für WhatsApp"
            value={form.whatsapp}
            onChange={(whatsapp) => change({ whatsapp })}
          />
        )}
        <ReachableField editor={editor} />
        <HomepageField
          id={controlId('homepage')}
          label={content.homepage.label}
          value={form.homepage}
          onChange={(homepage) => change({ homepage })}
          error={errorAt('homepage')}
          onLeave={() => leave('homepage')}
        />
      </div>
    </FormSection>
  );
}

type Line = 'strasse_und_nummer' | 'adressezusatz' | 'postleitzahl' | 'ort';

/** On a phone the step above it asks the question already. */
export function LocationSection({ editor, stepped }: { editor: AdFormState; stepped: boolean }) {
  const { form, change, errorAt, leave } = editor;
  const { cantons } = useAccount();
  const regions = cantons.filter(({ id }) => form.cantons.includes(id)).map(({ name }) => name);
  const place = placeOf(form);
  const line = (field: Line, autoComplete: string, optional = false) => (
    <Field
      id={controlId(field)}
      label={content[field].label}
      error={errorAt(field)}
      optional={optional}
    >
      <Input
        name={field}
        autoComplete={autoComplete}
        value={form[field]}
        onChange={(event) => change({ [field]: event.target.value })}
        onBlur={() => leave(field)}
      />
    </Field>
  );
  return (
    <FormSection
      id="standort"
      title={stepped ? 'Was im Inserat steht' : content.adresse_anzeigen.label}
    >
      <div
        className="pks"
        role="radiogroup"
        aria-labelledby="standort-title"
        aria-describedby="standort-help"
        id={controlId('adresse_anzeigen')}
      >
        {PLACES.map((one) => (
          <RadioCard
            key={one}
            name="standort"
            value={one}
            checked={place === one}
            onChange={() => change(switchesOf(one))}
            title={PLACE_TITLES[one]}
          >
            {placeHelp(one, form, regions)}
          </RadioCard>
        ))}
      </div>
      <p className="help above-4" id="standort-help">
        Deine Adresse zeigen wir nie, wenn du sie nicht wählst.
      </p>
      {place !== 'region' && (
        <div className="stack gap-5 above-4">
          {place === 'adresse' && (
            <div className="two">
              {line('strasse_und_nummer', 'address-line1')}
              {line('adressezusatz', 'address-line2', true)}
            </div>
          )}
          <div className="two keep">
            {line('postleitzahl', 'postal-code')}
            {line('ort', 'address-level2')}
          </div>
          {place === 'adresse' && (
            <Field id={controlId('land')} label={content.land.label} error={errorAt('land')}>
              <Select
                name="land"
                autoComplete="country-name"
                value={form.land}
                onChange={(event) => change({ land: event.target.value })}
                options={landOptions(form.land)}
              />
            </Field>
          )}
        </div>
      )}
    </FormSection>
  );
}

/** The countries of the phone chooser, and what is stored even when it is none of them. */
function landOptions(stored: string): { value: string; label: string }[] {
  const names = COUNTRIES.map(({ name }) => name);
  return (names.includes(stored) ? names : [stored, ...names]).map((name) => ({
    value: name,
    label: name,
  }));
}

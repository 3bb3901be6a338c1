import { COUNTRIES } from '@samtrot/shared/inserate/countries.ts';
import { tidyLine } from '@samtrot/shared/kernel/text.ts';
import { withHttps } from '@samtrot/shared/kernel/web-address.ts';
import { Field } from '../../ui/field.tsx';
import { FormSection } from '../../ui/form-section.tsx';
import { Input } from '../../ui/input.tsx';
import { PhoneField } from '../../ui/phone-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SettingRow } from '../../ui/switch.tsx';
import type { EditorForm } from './editor-form.ts';
import { controlId, type Editor } from './use-editor.ts';
import '../../ui/editor-page.css';
import '../../ui/form-section.css';

export function ContactSection({ editor }: { editor: Editor }) {
  const { form, change, errorAt, leave } = editor;
  const phone = (field: string) => ({ id: controlId(field), error: errorAt(field), onLeave: () => leave(field) });
  return (
    <FormSection id="kontakt" title="Kontakt">
      <div className="one">
        <PhoneField
          {...phone('telefon')}
          label="Telefon"
          dialLabel="Landesvorwahl"
          value={form.phone}
          onChange={(phone) => change({ phone })}
          help="So erreichen dich Kundinnen und Kunden. Eine Nummer mit + geht auch."
        />
        <div className="flush">
          <SettingRow
            id={controlId('sms_erlaubt')}
            label="SMS erlaubt"
            help="Kundinnen und Kunden dürfen dir SMS schreiben."
            checked={form.smsAllowed}
            onChange={(event) => change({ smsAllowed: event.target.checked })}
          />
          <SettingRow
            id={controlId('whatsapp_erlaubt')}
            label="WhatsApp erlaubt"
            help="Zeigt deine WhatsApp-Nummer im Inserat."
            checked={form.whatsappAllowed}
            // EDI-57
            onChange={(event) => change({ whatsappAllowed: event.target.checked, whatsapp: '' })}
          />
        </div>
        {form.whatsappAllowed && (
          <PhoneField
            {...phone('whatsapp')}
            label="WhatsApp"
            dialLabel="Landesvorwahl für WhatsApp"
            value={form.whatsapp}
            onChange={(whatsapp) => change({ whatsapp })}
          />
        )}
        <Field id={controlId('homepage')} label="Webseite" optional error={errorAt('homepage')}>
          <Input
            name="homepage"
            type="url"
            inputMode="url"
            autoComplete="url"
            placeholder="https://"
            value={form.homepage}
            onChange={(event) => change({ homepage: event.target.value })}
            onBlur={() => {
              const homepage = withHttps(tidyLine(form.homepage));
              if (homepage !== form.homepage) change({ homepage });
              leave('homepage');
            }}
          />
        </Field>
      </div>
    </FormSection>
  );
}

type AddressKey = 'street' | 'addressExtra' | 'postcode' | 'town';

export function LocationSection({ editor }: { editor: Editor }) {
  const { form, change, errorAt, leave } = editor;
  const line = (key: AddressKey, field: string, label: string, autoComplete: string, optional = false) => (
    <Field id={controlId(field)} label={label} error={errorAt(field)} optional={optional}>
      <Input
        name={field}
        autoComplete={autoComplete}
        value={form[key]}
        onChange={(event) => change({ [key]: event.target.value } satisfies Partial<EditorForm>)}
        onBlur={() => leave(field)}
      />
    </Field>
  );
  return (
    <FormSection id="standort" title="Standort">
      <div className="flush">
        <SettingRow
          id={controlId('adresse_anzeigen')}
          label="Adresse im Inserat zeigen"
          help="Aus: Im Inserat stehen nur die Regionen."
          checked={form.showAddress}
          onChange={(event) => change({ showAddress: event.target.checked })}
        />
      </div>
      {form.showAddress && (
        <div className="one sec-below">
          <div className="two">
            {line('street', 'strasse_und_nummer', 'Strasse und Nummer', 'address-line1')}
            {line('addressExtra', 'adressezusatz', 'Adresszusatz', 'address-line2', true)}
          </div>
          <div className="two keep">
            {line('postcode', 'postleitzahl', 'PLZ', 'postal-code')}
            {line('town', 'ort', 'Ort', 'address-level2')}
          </div>
          <Field id={controlId('land')} label="Land" error={errorAt('land')}>
            <Select
              name="land"
              autoComplete="country-name"
              value={form.country}
              onChange={(event) => change({ country: event.target.value })}
              options={landOptions(form.country)}
            />
          </Field>
        </div>
      )}
    </FormSection>
  );
}

/** The countries of the phone chooser, and what is stored even when it is none of them. */
function landOptions(stored: string): { value: string; label: string }[] {
  const names = COUNTRIES.map(({ name }) => name);
  return (names.includes(stored) ? names : [stored, ...names]).map((name) => ({ value: name, label: name }));
}

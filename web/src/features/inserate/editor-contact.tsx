import { COUNTRIES } from '@samtrot/shared/inserate/countries.ts';
import { withHttps } from '@samtrot/shared/inserate/homepage.ts';
import { tidyLine } from '@samtrot/shared/kernel/text.ts';
import { useState } from 'react';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { Select } from '../../ui/select.tsx';
import { SettingRow } from '../../ui/switch.tsx';
import { CountrySelect } from './country-select.tsx';
import type { EditorForm } from './editor-form.ts';
import { EditorSection } from './editor-section.tsx';
import { digitsOf, type Phone, phoneFromWire, phoneToWire, shownPhone, typedPhone } from './phone.ts';
import { controlId, type Editor } from './use-editor.ts';

export function ContactSection({ editor }: { editor: Editor }) {
  const { form, change, errorAt, leave } = editor;
  return (
    <EditorSection id="kontakt" title="Kontakt">
      <div className="one">
        <PhoneField
          editor={editor}
          field="telefon"
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
            editor={editor}
            field="whatsapp"
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
    </EditorSection>
  );
}

interface PhoneFieldProps {
  editor: Editor;
  field: 'telefon' | 'whatsapp';
  label: string;
  dialLabel: string;
  /** E.164, or as far as it is typed. */
  value: string;
  onChange: (wire: string) => void;
  help?: string;
}

function PhoneField({ editor, field, label, dialLabel, value, onChange, help }: PhoneFieldProps) {
  const [phone, setPhone] = useState(() => phoneFromWire(value));
  const [seen, setSeen] = useState(value);
  if (value !== seen) {
    setSeen(value);
    // Another number from outside, such as that of a restored draft.
    if (phoneToWire(phone) !== value) setPhone(phoneFromWire(value));
  }
  const { country, number } = phone;
  const set = (next: Phone) => {
    setPhone(next);
    onChange(phoneToWire(next));
  };
  const digits = digitsOf(number).length;
  return (
    <Field
      id={controlId(field)}
      label={label}
      counter={digits === 1 ? '1 Ziffer' : `${digits} Ziffern`}
      error={editor.errorAt(field)}
      help={help}
    >
      <div className="tel">
        <CountrySelect
          id={`${controlId(field)}-land`}
          label={dialLabel}
          value={country}
          onChange={(chosen) => set({ country: chosen, number })}
        />
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          value={number}
          onChange={(event) => set(typedPhone(country, event.target.value))}
          onBlur={() => {
            setPhone(shownPhone(phone));
            editor.leave(field);
          }}
          maxLength={30}
          placeholder={country === 'CH' ? '079 123 45 67' : undefined}
        />
      </div>
    </Field>
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
    <EditorSection id="standort" title="Standort">
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
    </EditorSection>
  );
}

/** The countries of the phone chooser, and what is stored even when it is none of them. */
function landOptions(stored: string): { value: string; label: string }[] {
  const names = COUNTRIES.map(({ name }) => name);
  return (names.includes(stored) ? names : [stored, ...names]).map((name) => ({ value: name, label: name }));
}

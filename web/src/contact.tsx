import { hydrateRoot } from 'react-dom/client';
import { ContactForm, type ContactValues } from './features/support/contact-form.tsx';
import { CONTACT_FORM_ID } from './features/support/contact-form-id.ts';
import { reporting } from './features/support/report.ts';

/**
 * All that the contact page does in the browser: its form comes to life, with what was typed into
 * it before and what is reported.
 */
const box = document.getElementById(CONTACT_FORM_ID)!;
const typed = Object.fromEntries(
  new FormData(box.querySelector('form')!),
) as Partial<ContactValues>;
const reason = (id: string | null) => box.getAttribute(`data-grund-${id}`);
hydrateRoot(box, <ContactForm typed={reporting(typed, location.search, reason)} />);

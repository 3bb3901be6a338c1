import { hydrateRoot } from 'react-dom/client';
import { ContactForm, type ContactValues } from './features/support/contact-form.tsx';
import { CONTACT_FORM_ID } from './features/support/contact-form-id.ts';

/**
 * All that the contact page does in the browser: its form comes to life, with what was typed into
 * it before.
 */
const box = document.getElementById(CONTACT_FORM_ID)!;
const typed = Object.fromEntries(
  new FormData(box.querySelector('form')!),
) as Partial<ContactValues>;
hydrateRoot(box, <ContactForm typed={typed} />);

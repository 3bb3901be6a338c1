/** Where the script of the contact page takes over the prerendered form. */
export const CONTACT_FORM_ID = 'kontakt-formular';

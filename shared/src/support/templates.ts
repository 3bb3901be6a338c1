interface Template {
  name: string;
  /** The subject it fits. */
  subject: string;
  text: string;
}

/** Texts that the house chooses from when it answers (BOF-86). */
export const TEMPLATES: readonly Template[] = [
  {
    name: 'Zahlung unterwegs',
    subject: 'billing',
    text: 'Hallo {name}\n\nDeine Zahlung vom {datum} ist noch unterwegs. Banken brauchen meist 1 bis 2 Werktage. Sobald sie da ist, stehen die Credits in deinem Guthaben. Bitte lade nicht noch einmal auf.',
  },
  {
    name: 'Zahlung gutgeschrieben',
    subject: 'billing',
    text: 'Hallo {name}\n\nDeine Zahlung vom {datum} ist gutgeschrieben. Die Credits stehen in deinem Guthaben.',
  },
  {
    name: 'Passwort vergessen',
    subject: 'technical',
    text: 'Hallo {name}\n\nHier legst du ein neues Passwort fest: {link}\n\nDer Link kommt an die E-Mail-Adresse deines Kontos.',
  },
  {
    name: 'Warum ist mein Inserat gesperrt?',
    subject: 'ad',
    text: 'Hallo {name}\n\nDer Grund steht beim Inserat, zusammen mit dem, was du ändern kannst: {link}\n\nDanach prüfen wir es neu. Du kannst dort auch Einspruch erheben, den eine andere Person entscheidet.',
  },
  {
    name: 'Rückzahlung bestätigt',
    subject: 'billing',
    text: 'Hallo {name}\n\nWir haben die Rückzahlung am {datum} ausgelöst. Sie geht an das Konto, von dem die Zahlung kam, und dauert 3-5 Arbeitstage.',
  },
  {
    name: 'Danke, erledigt',
    subject: 'general',
    text: 'Hallo {name}\n\nDanke für deine Nachricht. {nummer} ist damit erledigt. Schreibst du weiter, ist sie wieder offen.',
  },
];

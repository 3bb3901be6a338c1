-- What each table holds of persons. The privacy page shows the same (shared/src/legal/personal-data-rules.ts), and a test compares the two.
comment on table account is
  'personal: Konto; purpose: dein Konto führen und dich anmelden; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du dein Konto löschst; danach bleibt eine Nummer ohne Namen';
comment on table session is
  'personal: Anmeldungen; purpose: dich angemeldet lassen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 1 Tag, mit «Angemeldet bleiben» 90 Tage, oder bis du dich abmeldest';
comment on table account_link is
  'personal: Registrierung und Links in E-Mails; purpose: deine Adresse bestätigen und dein Passwort neu setzen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 24 Stunden bis 7 Tage, so lange wie der Link gilt';
comment on table password_wish is
  'personal: Registrierung und Links in E-Mails; purpose: deine Adresse bestätigen und dein Passwort neu setzen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 24 Stunden bis 7 Tage, so lange wie der Link gilt';
comment on table registration_wish is
  'personal: Registrierung und Links in E-Mails; purpose: deine Adresse bestätigen und dein Passwort neu setzen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 24 Stunden bis 7 Tage, so lange wie der Link gilt';
comment on table username_hold is
  'personal: Registrierung und Links in E-Mails; purpose: deine Adresse bestätigen und dein Passwort neu setzen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 24 Stunden bis 7 Tage, so lange wie der Link gilt';
comment on table newsletter_consent is
  'personal: Newsletter; purpose: dir den Newsletter senden und die Einwilligung beweisen; basis: Einwilligung (Bst. a), jederzeit widerrufbar; kept: die Einwilligung bis 3 Jahre nach ihrem Ende, die Liste 180 Tage, ein unbestätigter Wunsch 7 Tage; alles längstens bis du dein Konto löschst';
comment on table newsletter_sending is
  'personal: Newsletter; purpose: dir den Newsletter senden und die Einwilligung beweisen; basis: Einwilligung (Bst. a), jederzeit widerrufbar; kept: die Einwilligung bis 3 Jahre nach ihrem Ende, die Liste 180 Tage, ein unbestätigter Wunsch 7 Tage; alles längstens bis du dein Konto löschst';
comment on table mail is
  'personal: E-Mails an dich; purpose: dir schreiben und Fragen zu E-Mails beantworten, die nicht ankamen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 180 Tage, längstens bis du dein Konto löschst';
comment on table message is
  'personal: Nachrichten an den Support; purpose: deine Fragen beantworten; basis: Vertrag oder unser Interesse, dir zu helfen (Bst. b und f); kept: 180 Tage nach der Antwort oder dem Eingang';
comment on table inserat is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst; danach bleibt eine Nummer ohne Inhalt';
comment on table cart is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst; danach bleibt eine Nummer ohne Inhalt';
comment on table inserat_phase is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst; danach bleibt eine Nummer ohne Inhalt';
comment on table push is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst; danach bleibt eine Nummer ohne Inhalt';
comment on table effect is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst; danach bleibt eine Nummer ohne Inhalt';
comment on table delivery_change is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst; danach bleibt eine Nummer ohne Inhalt';
comment on table delivery_entry is
  'personal: Inserate; purpose: deine Inserate auf den Partner-Webseiten zeigen; basis: Vertrag; besonders schützenswerte Angaben veröffentlichst du selbst (Art. 9 Abs. 2 Bst. a und e); kept: bis du das Inserat oder dein Konto löschst; danach bleibt eine Nummer ohne Inhalt';
comment on table banner is
  'personal: Banner und Clubs; purpose: deine Banner und Clubs auf den Partner-Webseiten zeigen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du sie oder dein Konto löschst; danach bleibt eine Nummer ohne Inhalt';
comment on table banner_webseite is
  'personal: Banner und Clubs; purpose: deine Banner und Clubs auf den Partner-Webseiten zeigen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du sie oder dein Konto löschst; danach bleibt eine Nummer ohne Inhalt';
comment on table club is
  'personal: Banner und Clubs; purpose: deine Banner und Clubs auf den Partner-Webseiten zeigen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du sie oder dein Konto löschst; danach bleibt eine Nummer ohne Inhalt';
comment on table delivery_club_change is
  'personal: Banner und Clubs; purpose: deine Banner und Clubs auf den Partner-Webseiten zeigen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du sie oder dein Konto löschst; danach bleibt eine Nummer ohne Inhalt';
comment on table image is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du sie oder dein Konto löschst; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table video is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du sie oder dein Konto löschst; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table upload is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du sie oder dein Konto löschst; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table file_removal is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du sie oder dein Konto löschst; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table fixed_rating is
  'personal: Bilder und Videos; purpose: sie in deinen Inseraten, Bannern und Clubs zeigen; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du sie oder dein Konto löschst; ein abgebrochener Upload 1 Tag; eine Einstufung, die wir festgelegt haben, bis du dein Konto löschst';
comment on table offline_run is
  'personal: Überall offline; purpose: alles zurückbringen, was offline ging; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du dein Konto löschst';
comment on table offline_item is
  'personal: Überall offline; purpose: alles zurückbringen, was offline ging; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du dein Konto löschst';
comment on table offline_receipt is
  'personal: Überall offline; purpose: alles zurückbringen, was offline ging; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: bis du dein Konto löschst';
comment on table booking is
  'personal: Bestellungen; purpose: Laufzeiten führen und Bücher halten; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table booking_order is
  'personal: Bestellungen; purpose: Laufzeiten führen und Bücher halten; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table promotion is
  'personal: Bestellungen; purpose: Laufzeiten führen und Bücher halten; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table banner_booking is
  'personal: Bestellungen; purpose: Laufzeiten führen und Bücher halten; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table club_booking is
  'personal: Bestellungen; purpose: Laufzeiten führen und Bücher halten; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table ledger_account is
  'personal: Guthaben; purpose: dein Guthaben führen und Bücher halten; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table ledger_transfer is
  'personal: Guthaben; purpose: dein Guthaben führen und Bücher halten; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table ledger_lot is
  'personal: Guthaben; purpose: dein Guthaben führen und Bücher halten; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table ledger_lot_use is
  'personal: Guthaben; purpose: dein Guthaben führen und Bücher halten; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table coupon_use is
  'personal: Guthaben; purpose: dein Guthaben führen und Bücher halten; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table payment is
  'personal: Zahlungen und Belege; purpose: Zahlungen verbuchen, zurückerstatten und belegen; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table payment_event is
  'personal: Zahlungen und Belege; purpose: Zahlungen verbuchen, zurückerstatten und belegen; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table payment_case is
  'personal: Zahlungen und Belege; purpose: Zahlungen verbuchen, zurückerstatten und belegen; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table payment_refund is
  'personal: Zahlungen und Belege; purpose: Zahlungen verbuchen, zurückerstatten und belegen; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table bank_slip is
  'personal: Zahlungen und Belege; purpose: Zahlungen verbuchen, zurückerstatten und belegen; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table bank_entry is
  'personal: Zahlungen und Belege; purpose: Zahlungen verbuchen, zurückerstatten und belegen; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table bank_refund is
  'personal: Zahlungen und Belege; purpose: Zahlungen verbuchen, zurückerstatten und belegen; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table paper is
  'personal: Zahlungen und Belege; purpose: Zahlungen verbuchen, zurückerstatten und belegen; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table paper_due is
  'personal: Zahlungen und Belege; purpose: Zahlungen verbuchen, zurückerstatten und belegen; basis: Vertrag und gesetzliche Pflicht (Bst. b und c); kept: mindestens 10 Jahre (Artikel 958f Obligationenrecht); nach der Löschung des Kontos nur mit einer Nummer';
comment on table placement is
  'personal: Nachweise der Zustellung; purpose: dir zeigen, dass es ankam und wieder weg ist; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 400 Tage nach der letzten Meldung dazu, längstens bis du dein Konto löschst; angenommene Meldungen an Webseiten 30 Tage, aufgegebene 400 Tage';
comment on table webhook_message is
  'personal: Nachweise der Zustellung; purpose: dir zeigen, dass es ankam und wieder weg ist; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: 400 Tage nach der letzten Meldung dazu, längstens bis du dein Konto löschst; angenommene Meldungen an Webseiten 30 Tage, aufgegebene 400 Tage';
comment on table visit_day is
  'personal: Statistik deiner Inserate, Banner und Clubs; purpose: dir zeigen, was ein Inserat, ein Banner oder ein Extra bewirkt; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: Tage so lange wie das Inserat, der Banner oder der Club, Stunden 60 Tage';
comment on table visit_hour is
  'personal: Statistik deiner Inserate, Banner und Clubs; purpose: dir zeigen, was ein Inserat, ein Banner oder ein Extra bewirkt; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: Tage so lange wie das Inserat, der Banner oder der Club, Stunden 60 Tage';
comment on table banner_day is
  'personal: Statistik deiner Inserate, Banner und Clubs; purpose: dir zeigen, was ein Inserat, ein Banner oder ein Extra bewirkt; basis: Vertrag (Art. 6 Abs. 1 Bst. b DSGVO); kept: Tage so lange wie das Inserat, der Banner oder der Club, Stunden 60 Tage';
comment on table visit_seen is
  'personal: Besuche auf Partner-Webseiten; purpose: denselben Besuch nur einmal zählen und ein Popup nur einmal am Tag zeigen; basis: überwiegendes Interesse (Bst. f); kept: bei Besuchen 1 Stunde, beim Popup bis zum Ende des Tages, die Nummer einer Banner-Anzeige 25 Stunden; danach mit dem Geheimnis weg';
comment on table overlay_seen is
  'personal: Besuche auf Partner-Webseiten; purpose: denselben Besuch nur einmal zählen und ein Popup nur einmal am Tag zeigen; basis: überwiegendes Interesse (Bst. f); kept: bei Besuchen 1 Stunde, beim Popup bis zum Ende des Tages, die Nummer einer Banner-Anzeige 25 Stunden; danach mit dem Geheimnis weg';
comment on table banner_event is
  'personal: Besuche auf Partner-Webseiten; purpose: denselben Besuch nur einmal zählen und ein Popup nur einmal am Tag zeigen; basis: überwiegendes Interesse (Bst. f); kept: bei Besuchen 1 Stunde, beim Popup bis zum Ende des Tages, die Nummer einer Banner-Anzeige 25 Stunden; danach mit dem Geheimnis weg';
comment on table day_secret is
  'personal: Besuche auf Partner-Webseiten; purpose: denselben Besuch nur einmal zählen und ein Popup nur einmal am Tag zeigen; basis: überwiegendes Interesse (Bst. f); kept: bei Besuchen 1 Stunde, beim Popup bis zum Ende des Tages, die Nummer einer Banner-Anzeige 25 Stunden; danach mit dem Geheimnis weg';
comment on table rate_limit is
  'personal: Schutz vor Missbrauch; purpose: Angriffe bremsen und nichts doppelt ausführen; basis: überwiegendes Interesse (Bst. f); kept: höchstens 7 Tage, Antworten 1 Tag';
comment on table idempotency is
  'personal: Schutz vor Missbrauch; purpose: Angriffe bremsen und nichts doppelt ausführen; basis: überwiegendes Interesse (Bst. f); kept: höchstens 7 Tage, Antworten 1 Tag';
comment on table audit is
  'personal: Protokoll der sicherheitsrelevanten Vorgänge; purpose: Missbrauch und Fehler aufklären; basis: überwiegendes Interesse und gesetzliche Pflicht (Bst. c und f); kept: so lange wie die Bücher';
comment on table bank_import is 'not personal: which files of the bank were read';
comment on table canton is 'not personal: a list of the house';
comment on table category is 'not personal: a list of the house';
comment on table offering is 'not personal: a list of the house';
comment on table coupon is 'not personal: codes of the house';
comment on table delivery_word is 'not personal: words of what is published, and how many ads have each';
comment on table ledger_seal is 'not personal: sums over the books';
comment on table migration is 'not personal: which migrations ran';
comment on table newsletter_issue is 'not personal: what the house wrote';
comment on table paper_month is 'not personal: which months have statements';
comment on table paper_number is 'not personal: counters';
comment on table payment_reconciliation is 'not personal: days that were compared';
comment on table spent_proof is 'not personal: solved riddles';
comment on table topup_option is 'not personal: packages of the house';
comment on table website is 'not personal: partner websites';
comment on table website_day is 'not personal: days on which a website asked';
comment on table website_key is 'not personal: keys of websites';
comment on table sandbox.notification is 'not personal: development only';
comment on table sandbox.payment is 'not personal: development only, no person in it';
comment on table sandbox.refund is 'not personal: development only';

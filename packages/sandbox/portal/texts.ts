/** Everything the portal says, in each of its languages; a missing text does not compile. */
import { getName, getNames, registerLocale, type LocaleData } from 'i18n-iso-countries/index.js';
import german from 'i18n-iso-countries/langs/de.json' with { type: 'json' };
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' };
import spanish from 'i18n-iso-countries/langs/es.json' with { type: 'json' };
import french from 'i18n-iso-countries/langs/fr.json' with { type: 'json' };

import { mapValues } from '../domain/objects.ts';
import type { FieldName } from './profile-fields.ts';

/** A label for each field of the forms, and for those of people and documents. */
type Labels = Record<FieldName | 'roles' | 'share' | 'type' | 'file', string>;

const en = {
  title: 'Your verification',
  steps: { details: 'Details', people: 'People', documents: 'Documents', review: 'Review' },
  stepOf: (step: number, steps: number) => `Step ${step} of ${steps}`,
  saved: 'What you enter is saved. You can close this page and come back with the same link.',
  savedNow: 'Saved',
  saving: 'Saving …',
  notSaved: 'Not saved. Check your connection; nothing you typed is lost.',
  elsewhere: 'This page was changed in another window. Continue to compare.',
  conflictTitle: 'Changed in another window',
  conflict: (label: string, other: string) =>
    `${label}: in the other window “${other}”. What you entered here is shown below; continue to keep it.`,
  empty: 'empty',
  continue: 'Continue',
  back: 'Back',
  submit: 'Submit',
  save: 'Save',
  edit: 'Edit',
  remove: 'Remove',
  optional: 'optional',
  errorTitle: 'Please check this',
  required: (label: string) => `${label} is missing`,
  invalid: (label: string) => `${label} is not valid`,
  subject: 'Who is being verified?',
  subjects: { business: 'A business', person: 'A person' },
  business: 'About the business',
  person: 'About you',
  address: 'Address',
  lookup: 'Find it in the company registry',
  lookupHint: 'Search the registry of the country by name or number.',
  lookupQuery: 'Name or number',
  search: 'Search',
  choose: 'Choose',
  lookupNone: 'The registry has no such company. Check the country, or fill in the form yourself.',
  labels: {
    organization_name: 'Name of the business',
    country: 'Country',
    registration_number: 'Registration number',
    vat_number: 'VAT number',
    registration_date: 'Registration date',
    first_name: 'First name',
    last_name: 'Last name',
    email: 'E-mail address',
    birth_date: 'Date of birth',
    nationality: 'Nationality',
    address_street: 'Street',
    address_city: 'City',
    address_postal_code: 'Postal code',
    roles: 'Roles',
    share: 'Share held directly (%)',
    type: 'Kind of document',
    file: 'File',
  },
  peopleTitle: 'Directors, owners and shareholders',
  peopleHint: 'Add everyone who directs the business or owns at least 25% of it.',
  peopleMissing: 'Add at least one director or owner.',
  addPerson: 'Add a person',
  addBusiness: 'Add a company',
  editParty: (name: string) => `Change ${name}`,
  unfinished: 'You began to add somebody and have not saved it.',
  finish: 'Finish',
  discard: 'Discard',
  known: 'Known to us already',
  nobody: 'Nobody added yet.',
  sharesAbove: (sum: string) => `The shares add up to ${sum}. Check them.`,
  roles: {
    DIRECTOR: 'Director',
    UBO: 'Beneficial owner',
    SHAREHOLDER: 'Shareholder',
    ACCOUNT_OWNER: 'Account owner',
  },
  documentsTitle: 'Documents',
  documentsHint: 'PDF, image or text, up to 25 MB each. Several at once are possible.',
  documentMissing: (type: string) => `Still needed: ${type}`,
  drop: 'Drop files here, or choose them:',
  photo: 'Take a photo',
  upload: {
    send: 'Upload',
    running: 'Uploading',
    failed: 'The upload did not arrive. Check your connection and choose the file again.',
    isThere: 'Uploaded',
    chooseFile: 'Choose a file',
    chooseFiles: 'Choose files',
    chooseSide: { front: 'Choose the front', back: 'Choose the back' },
    sides: { front: 'front', back: 'back' },
    several: 'Several at once, or something else',
    others: 'Other documents',
    otherKind: 'Another kind',
    byYou: 'by you',
  },
  replace: 'Replace',
  noDocuments: 'No document uploaded yet.',
  types: {
    ID: 'Identity document',
    PROOF_OF_ADDRESS: 'Proof of address',
    REGISTRATION_CERTIFICATE: 'Registration certificate',
    OTHER: 'Other document',
  },
  furtherQuestions: 'Further questions',
  severalHint: 'To choose several, hold Ctrl or ⌘.',
  unclearNumber: (label: string) =>
    `${label} can be read in two ways. Write it without a separator of thousands.`,
  yes: 'Yes',
  no: 'No',
  reviewTitle: 'Check and submit',
  reviewNext:
    'After submitting, our reviewers check your information, mostly within two working days. Nothing can be changed then unless we ask you to; you will get an e-mail if we need something.',
  confirm: 'What is shown here is complete and correct.',
  confirmMissing: 'Confirm that what is shown here is complete and correct.',
  change: 'Change',
  requestTitle: 'We need something from you',
  requestHint: 'Everything else you sent before is kept.',
  submittedTitle: 'Thank you, everything is submitted',
  submittedText: 'We check your information and come back to you. Keep this page for your records.',
  submittedOn: 'Submitted on',
  reference: 'Reference',
  goOn: 'Continue to the website',
  closedTitle: 'This link is closed',
  closedText:
    'Nothing is needed from you at the moment. If you expected something else, answer the e-mail that brought you here.',
  expiredTitle: 'This link has run out',
  expiredText: 'Links are valid for 30 days. What you entered is kept.',
  renew: 'Send me a new link',
  renewedTitle: 'A new link is on its way',
  renewedText:
    'If we know your e-mail address, a new link arrives there in a minute. If not, ask the sender for one.',
  unknownTitle: 'We cannot find this page',
  unknownText:
    'The link may be incomplete. Open it again from the e-mail, or ask the sender for a new one.',
  tooLarge: 'is larger than 25 MB',
  wrongType: 'is not a PDF, an image or a plain text file',
  emptyFile: 'is empty',
  encrypted: 'is protected by a password; save it without one',
  noFile: 'Choose a file first.',
  errorPrefix: 'Error',
  tryAgain: 'Back to your verification',
  refusedTitle: 'This form was not taken',
  refusedText:
    'It did not come from our own page. Open the link from the e-mail again; what you entered before is kept.',
  brokenTitle: 'Something went wrong on our side',
  brokenText: 'What you entered before is kept. Please try again in a few minutes.',
  inFuture: (label: string) => `${label} is in the future`,
  tooEarly: (label: string, date: string) => `${label} must be ${date} or later`,
  vatForm: (label: string, country: string) =>
    `${label} does not have the form used in ${country}. Copy it from an invoice, with the country letters in front.`,
  minor: 'Under 18 years old',
  notGiven: 'not given',
  units: { KB: 'KB', MB: 'MB' },
  businessData: 'Its data',
  add: 'Add',
  undo: 'Undo the correction',
  corrected: 'corrected by you',
  officersTitle: 'Found in the company registry',
  officersHint: 'Add those who still direct or own the business; you can change them afterwards.',
  otherTypes: {
    PASSPORT: 'Passport',
    ID_CARD: 'Identity card',
    RESIDENCE_PERMIT: 'Residence permit',
    DRIVING_LICENCE: 'Driving licence',
    ARTICLES_OF_ASSOCIATION: 'Articles of association',
    SHAREHOLDER_REGISTER: 'Register of shareholders',
    BANK_STATEMENT: 'Bank statement',
    ANNUAL_ACCOUNTS: 'Annual accounts',
    TAX_CERTIFICATE: 'Tax certificate',
  },
  start: {
    who: (sender: string) => `${sender} asks you for this verification.`,
    about: (client: string) => `It is about ${client}.`,
    why: 'Why we ask',
    whyText:
      'The rules against money laundering oblige us to know who our clients are, and who is behind them, before we work for them.',
    needs: 'What you need',
    needsOf: {
      business: [
        'Name, country and registration number of the business',
        'Names, birth dates and shares of those who direct it or own at least 25% of it',
      ],
      person: ['Your name, birth date and nationality as in your identity document'],
    },
    time: 'How long it takes',
    timeOf: {
      business: 'About 10 minutes with everything at hand.',
      person: 'About 5 minutes with everything at hand.',
    },
    privacy: 'What happens with your data',
    privacyText: (sender: string) =>
      `Only those at ${sender} who check clients see what you send. It serves this verification and is kept as long as the law says. You can ask at any time what is kept about you, and have mistakes corrected: answer the e-mail that brought you here.`,
    begin: 'Start',
  },
  tasks: {
    title: 'What is needed',
    all: 'All sections',
    about: 'About this verification',
    done: (done: number, all: number) => `${done} of ${all} sections completed`,
    until: (date: string) => `The link works until ${date}.`,
    states: {
      done: 'Completed',
      begun: 'In progress',
      open: 'Not started',
      ready: 'Ready to submit',
      later: 'Cannot be submitted yet',
    },
  },
  receipt: { title: 'What you submitted' },
  language: 'Language',
};

export type Texts = Omit<typeof en, 'labels'> & { labels: Labels };

const fr: Texts = {
  title: 'Votre vérification',
  steps: { details: 'Informations', people: 'Personnes', documents: 'Documents', review: 'Envoi' },
  stepOf: (step, steps) => `Étape ${step} sur ${steps}`,
  saved:
    'Votre saisie est enregistrée. Vous pouvez fermer cette page et revenir avec le même lien.',
  savedNow: 'Enregistré',
  saving: 'Enregistrement …',
  notSaved: 'Pas enregistré. Vérifiez votre connexion ; rien de votre saisie n’est perdu.',
  elsewhere: 'Cette page a été modifiée dans une autre fenêtre. Continuez pour comparer.',
  conflictTitle: 'Modifié dans une autre fenêtre',
  conflict: (label, other) =>
    `${label} : dans l’autre fenêtre « ${other} ». Votre saisie d’ici est affichée ci-dessous ; continuez pour la garder.`,
  empty: 'vide',
  continue: 'Continuer',
  back: 'Retour',
  submit: 'Envoyer',
  save: 'Enregistrer',
  edit: 'Modifier',
  remove: 'Retirer',
  optional: 'facultatif',
  errorTitle: 'Veuillez vérifier',
  required: (label) => `${label} : à remplir`,
  invalid: (label) => `${label} : valeur non valable`,
  subject: 'Qui est vérifié ?',
  subjects: { business: 'Une entreprise', person: 'Une personne' },
  business: 'L’entreprise',
  person: 'Vous',
  address: 'Adresse',
  lookup: 'Chercher dans le registre des entreprises',
  lookupHint: 'Cherchez par nom ou par numéro dans le registre du pays.',
  lookupQuery: 'Nom ou numéro',
  search: 'Chercher',
  choose: 'Choisir',
  lookupNone:
    'Le registre ne la connaît pas. Vérifiez le pays, ou remplissez le formulaire vous-même.',
  labels: {
    organization_name: 'Nom de l’entreprise',
    country: 'Pays',
    registration_number: 'Numéro d’immatriculation',
    vat_number: 'Numéro de TVA',
    registration_date: 'Date d’immatriculation',
    first_name: 'Prénom',
    last_name: 'Nom',
    email: 'Adresse e-mail',
    birth_date: 'Date de naissance',
    nationality: 'Nationalité',
    address_street: 'Rue',
    address_city: 'Ville',
    address_postal_code: 'Code postal',
    roles: 'Rôles',
    share: 'Part détenue directement (%)',
    type: 'Type de document',
    file: 'Fichier',
  },
  peopleTitle: 'Dirigeants, propriétaires et associés',
  peopleHint: 'Ajoutez toute personne qui dirige l’entreprise ou en détient au moins 25\u00a0%.',
  peopleMissing: 'Ajoutez au moins un dirigeant ou propriétaire.',
  addPerson: 'Ajouter une personne',
  addBusiness: 'Ajouter une société',
  editParty: (name) => `Modifier ${name}`,
  unfinished: 'Vous avez commencé un ajout sans l’enregistrer.',
  finish: 'Terminer',
  discard: 'Abandonner',
  known: 'Déjà connu de nous',
  nobody: 'Personne pour le moment.',
  sharesAbove: (sum) => `Le total des parts est de ${sum}. Vérifiez-les.`,
  roles: {
    DIRECTOR: 'Dirigeant',
    UBO: 'Bénéficiaire effectif',
    SHAREHOLDER: 'Associé',
    ACCOUNT_OWNER: 'Titulaire du compte',
  },
  documentsTitle: 'Documents',
  documentsHint: 'PDF, image ou texte, 25 Mo au plus chacun. Plusieurs à la fois sont possibles.',
  documentMissing: (type) => `Encore nécessaire : ${type}`,
  drop: 'Déposez des fichiers ici, ou choisissez-les :',
  photo: 'Prendre une photo',
  upload: {
    send: 'Téléverser',
    running: 'Téléversement',
    failed:
      'Le fichier n’est pas arrivé. Vérifiez votre connexion et choisissez-le une nouvelle fois.',
    isThere: 'Reçu',
    chooseFile: 'Choisir un fichier',
    chooseFiles: 'Choisir des fichiers',
    chooseSide: { front: 'Choisir le recto', back: 'Choisir le verso' },
    sides: { front: 'recto', back: 'verso' },
    several: 'Plusieurs à la fois, ou autre chose',
    others: 'Autres documents',
    otherKind: 'Autre type',
    byYou: 'par vous',
  },
  replace: 'Remplacer',
  noDocuments: 'Aucun document pour le moment.',
  types: {
    ID: 'Pièce d’identité',
    PROOF_OF_ADDRESS: 'Justificatif de domicile',
    REGISTRATION_CERTIFICATE: 'Extrait d’immatriculation',
    OTHER: 'Autre document',
  },
  furtherQuestions: 'Autres questions',
  severalHint: 'Pour en choisir plusieurs, maintenez Ctrl ou ⌘.',
  unclearNumber: (label) =>
    `${label} peut se lire de deux façons. Écrivez ce nombre sans séparateur de milliers.`,
  yes: 'Oui',
  no: 'Non',
  reviewTitle: 'Vérifier et envoyer',
  reviewNext:
    'Après l’envoi, nos équipes vérifient vos informations, le plus souvent sous deux jours ouvrés. Rien ne peut alors être modifié sauf si nous vous le demandons ; un e-mail vous préviendra s’il manque quelque chose.',
  confirm: 'Ce qui est affiché ici est complet et exact.',
  confirmMissing: 'Confirmez que ce qui est affiché ici est complet et exact.',
  change: 'Modifier',
  requestTitle: 'Il nous manque quelque chose',
  requestHint: 'Tout ce que vous avez déjà envoyé est conservé.',
  submittedTitle: 'Merci, tout est envoyé',
  submittedText:
    'Nous vérifions vos informations et revenons vers vous. Gardez cette page dans vos dossiers.',
  submittedOn: 'Envoyé le',
  reference: 'Référence',
  goOn: 'Continuer vers le site',
  closedTitle: 'Ce lien est fermé',
  closedText:
    'Nous n’avons besoin de rien pour le moment. Sinon, répondez à l’e-mail qui vous a amené ici.',
  expiredTitle: 'Ce lien a expiré',
  expiredText: 'Les liens sont valables 30 jours. Votre saisie est conservée.',
  renew: 'M’envoyer un nouveau lien',
  renewedTitle: 'Un nouveau lien est en route',
  renewedText:
    'Si nous connaissons votre adresse e-mail, un nouveau lien y arrive dans une minute. Sinon, demandez-en un à l’expéditeur.',
  unknownTitle: 'Page introuvable',
  unknownText:
    'Le lien est peut-être incomplet. Ouvrez-le depuis l’e-mail ou demandez-en un nouveau.',
  tooLarge: 'dépasse 25 Mo',
  wrongType: 'n’est ni un PDF, ni une image, ni un fichier texte',
  emptyFile: 'est vide',
  encrypted: 'est protégé par un mot de passe ; enregistrez-le sans',
  noFile: 'Choisissez d’abord un fichier.',
  errorPrefix: 'Erreur',
  tryAgain: 'Retour à votre vérification',
  refusedTitle: 'Ce formulaire n’a pas été pris en compte',
  refusedText:
    'Il ne vient pas de notre page. Rouvrez le lien de l’e-mail ; votre saisie précédente est conservée.',
  brokenTitle: 'Une erreur s’est produite chez nous',
  brokenText: 'Votre saisie précédente est conservée. Réessayez dans quelques minutes.',
  inFuture: (label) => `${label} : dans le futur`,
  tooEarly: (label, date) => `${label} : au plus tôt le ${date}`,
  vatForm: (label, country) =>
    `${label} : ce n’est pas la forme utilisée (${country}). Recopiez-le d’une facture, avec les lettres du pays au début.`,
  minor: 'Moins de 18 ans',
  notGiven: 'non indiqué',
  units: { KB: 'Ko', MB: 'Mo' },
  businessData: 'Ses informations',
  add: 'Ajouter',
  undo: 'Annuler la correction',
  corrected: 'corrigé par vous',
  officersTitle: 'Trouvé dans le registre des entreprises',
  officersHint:
    'Ajoutez ceux qui dirigent ou possèdent encore l’entreprise ; vous pourrez les modifier ensuite.',
  otherTypes: {
    PASSPORT: 'Passeport',
    ID_CARD: 'Carte d’identité',
    RESIDENCE_PERMIT: 'Titre de séjour',
    DRIVING_LICENCE: 'Permis de conduire',
    ARTICLES_OF_ASSOCIATION: 'Statuts',
    SHAREHOLDER_REGISTER: 'Registre des associés',
    BANK_STATEMENT: 'Relevé bancaire',
    ANNUAL_ACCOUNTS: 'Comptes annuels',
    TAX_CERTIFICATE: 'Attestation fiscale',
  },
  start: {
    who: (sender) => `${sender} vous demande cette vérification.`,
    about: (client) => `Elle concerne ${client}.`,
    why: 'Pourquoi nous le demandons',
    whyText:
      'Les règles contre le blanchiment d’argent nous obligent à savoir qui sont nos clients, et qui se trouve derrière eux, avant de travailler pour eux.',
    needs: 'Ce qu’il vous faut',
    needsOf: {
      business: [
        'Nom, pays et numéro d’immatriculation de l’entreprise',
        'Noms, dates de naissance et parts de ceux qui la dirigent ou en détiennent au moins 25\u00a0%',
      ],
      person: ['Vos nom, date de naissance et nationalité, comme sur votre pièce d’identité'],
    },
    time: 'Combien de temps il faut',
    timeOf: {
      business: 'Environ 10 minutes si vous avez tout sous la main.',
      person: 'Environ 5 minutes si vous avez tout sous la main.',
    },
    privacy: 'Ce que deviennent vos données',
    privacyText: (sender) =>
      `Seuls ceux qui vérifient les clients chez ${sender} voient ce que vous envoyez. Cela sert à cette vérification et est conservé aussi longtemps que la loi le demande. Vous pouvez à tout moment demander ce qui est conservé sur vous et faire corriger des erreurs : répondez à l’e-mail qui vous a amené ici.`,
    begin: 'Commencer',
  },
  tasks: {
    title: 'Ce qui est nécessaire',
    all: 'Toutes les rubriques',
    about: 'À propos de cette vérification',
    done: (done, all) => `${done} rubriques sur ${all} terminées`,
    until: (date) => `Le lien est valable jusqu’au ${date}.`,
    states: {
      done: 'Terminé',
      begun: 'En cours',
      open: 'Pas commencé',
      ready: 'Prêt à envoyer',
      later: 'Pas encore possible d’envoyer',
    },
  },
  receipt: { title: 'Ce que vous avez envoyé' },
  language: 'Langue',
};

const de: Texts = {
  title: 'Ihre Überprüfung',
  steps: { details: 'Angaben', people: 'Personen', documents: 'Dokumente', review: 'Prüfen' },
  stepOf: (step, steps) => `Schritt ${step} von ${steps}`,
  saved:
    'Ihre Eingaben werden gespeichert. Sie können die Seite schließen und mit demselben Link zurückkommen.',
  savedNow: 'Gespeichert',
  saving: 'Wird gespeichert …',
  notSaved: 'Nicht gespeichert. Prüfen Sie die Verbindung; Ihre Eingaben gehen nicht verloren.',
  elsewhere: 'Diese Seite wurde in einem anderen Fenster geändert. Weiter, um zu vergleichen.',
  conflictTitle: 'In einem anderen Fenster geändert',
  conflict: (label, other) =>
    `${label}: im anderen Fenster „${other}“. Unten steht, was Sie hier eingegeben haben; mit Weiter bleibt es so.`,
  empty: 'leer',
  continue: 'Weiter',
  back: 'Zurück',
  submit: 'Absenden',
  save: 'Speichern',
  edit: 'Ändern',
  remove: 'Entfernen',
  optional: 'freiwillig',
  errorTitle: 'Bitte prüfen',
  required: (label) => `${label} fehlt`,
  invalid: (label) => `${label} ist nicht gültig`,
  subject: 'Wer wird überprüft?',
  subjects: { business: 'Ein Unternehmen', person: 'Eine Person' },
  business: 'Das Unternehmen',
  person: 'Zu Ihrer Person',
  address: 'Anschrift',
  lookup: 'Im Handelsregister suchen',
  lookupHint: 'Suchen Sie im Register des Landes nach Namen oder Nummer.',
  lookupQuery: 'Name oder Nummer',
  search: 'Suchen',
  choose: 'Wählen',
  lookupNone:
    'Das Register kennt es nicht. Prüfen Sie das Land, oder füllen Sie das Formular selbst aus.',
  labels: {
    organization_name: 'Name des Unternehmens',
    country: 'Land',
    registration_number: 'Registernummer',
    vat_number: 'Umsatzsteuer-ID',
    registration_date: 'Eingetragen am',
    first_name: 'Vorname',
    last_name: 'Nachname',
    email: 'E-Mail-Adresse',
    birth_date: 'Geburtsdatum',
    nationality: 'Staatsangehörigkeit',
    address_street: 'Straße',
    address_city: 'Ort',
    address_postal_code: 'Postleitzahl',
    roles: 'Rollen',
    share: 'Unmittelbarer Anteil (%)',
    type: 'Art des Dokuments',
    file: 'Datei',
  },
  peopleTitle: 'Leitung, Eigentümer und Gesellschafter',
  peopleHint: 'Nennen Sie alle, die das Unternehmen leiten oder mindestens 25\u00a0% daran halten.',
  peopleMissing: 'Nennen Sie mindestens eine leitende Person oder einen Eigentümer.',
  addPerson: 'Person hinzufügen',
  addBusiness: 'Unternehmen hinzufügen',
  editParty: (name) => `${name} ändern`,
  unfinished: 'Sie haben einen Eintrag begonnen und nicht gespeichert.',
  finish: 'Fertigstellen',
  discard: 'Verwerfen',
  known: 'Uns schon bekannt',
  nobody: 'Noch niemand eingetragen.',
  sharesAbove: (sum) => `Die Anteile ergeben zusammen ${sum}. Bitte prüfen.`,
  roles: {
    DIRECTOR: 'Geschäftsführung',
    UBO: 'Wirtschaftlich berechtigt',
    SHAREHOLDER: 'Gesellschafter',
    ACCOUNT_OWNER: 'Kontoinhaber',
  },
  documentsTitle: 'Dokumente',
  documentsHint: 'PDF, Bild oder Text, je bis 25 MB. Mehrere auf einmal sind möglich.',
  documentMissing: (type) => `Noch nötig: ${type}`,
  drop: 'Dateien hierher ziehen, oder auswählen:',
  photo: 'Foto aufnehmen',
  upload: {
    send: 'Hochladen',
    running: 'Wird hochgeladen',
    failed:
      'Die Datei ist nicht angekommen. Prüfen Sie die Verbindung und wählen Sie sie noch einmal.',
    isThere: 'Angekommen',
    chooseFile: 'Datei wählen',
    chooseFiles: 'Dateien wählen',
    chooseSide: { front: 'Vorderseite wählen', back: 'Rückseite wählen' },
    sides: { front: 'Vorderseite', back: 'Rückseite' },
    several: 'Mehrere auf einmal, oder etwas anderes',
    others: 'Weitere Dokumente',
    otherKind: 'Andere Art',
    byYou: 'von Ihnen',
  },
  replace: 'Ersetzen',
  noDocuments: 'Noch kein Dokument hochgeladen.',
  types: {
    ID: 'Ausweis',
    PROOF_OF_ADDRESS: 'Adressnachweis',
    REGISTRATION_CERTIFICATE: 'Registerauszug',
    OTHER: 'Anderes Dokument',
  },
  furtherQuestions: 'Weitere Fragen',
  severalHint: 'Mehrere wählen Sie mit gedrückter Strg- oder ⌘-Taste.',
  unclearNumber: (label) =>
    `${label} kann auf zwei Arten gelesen werden. Schreiben Sie die Zahl ohne Tausendertrennzeichen.`,
  yes: 'Ja',
  no: 'Nein',
  reviewTitle: 'Prüfen und absenden',
  reviewNext:
    'Nach dem Absenden prüfen wir Ihre Angaben, meist innerhalb von zwei Arbeitstagen. Danach lässt sich nichts mehr ändern, außer wir bitten darum; fehlt etwas, bekommen Sie eine E-Mail.',
  confirm: 'Was hier steht, ist vollständig und richtig.',
  confirmMissing: 'Bestätigen Sie, dass alles vollständig und richtig ist.',
  change: 'Ändern',
  requestTitle: 'Wir brauchen noch etwas von Ihnen',
  requestHint: 'Alles andere, was Sie schon gesendet haben, bleibt.',
  submittedTitle: 'Danke, alles ist abgesendet',
  submittedText: 'Wir prüfen Ihre Angaben und melden uns. Bewahren Sie diese Seite auf.',
  submittedOn: 'Abgesendet am',
  reference: 'Aktenzeichen',
  goOn: 'Weiter zur Website',
  closedTitle: 'Dieser Link ist geschlossen',
  closedText:
    'Im Moment brauchen wir nichts von Ihnen. Haben Sie etwas anderes erwartet, antworten Sie auf die E-Mail mit dem Link.',
  expiredTitle: 'Dieser Link ist abgelaufen',
  expiredText: 'Links gelten 30 Tage. Ihre Eingaben sind noch da.',
  renew: 'Neuen Link zusenden',
  renewedTitle: 'Ein neuer Link ist unterwegs',
  renewedText:
    'Kennen wir Ihre E-Mail-Adresse, kommt dort gleich ein neuer Link an. Sonst bitten Sie den Absender darum.',
  unknownTitle: 'Diese Seite gibt es nicht',
  unknownText:
    'Vielleicht ist der Link unvollständig. Öffnen Sie ihn aus der E-Mail, oder bitten Sie um einen neuen.',
  tooLarge: 'ist größer als 25 MB',
  wrongType: 'ist weder PDF noch Bild noch Textdatei',
  emptyFile: 'ist leer',
  encrypted: 'ist mit einem Passwort geschützt; speichern Sie die Datei ohne',
  noFile: 'Wählen Sie zuerst eine Datei.',
  errorPrefix: 'Fehler',
  tryAgain: 'Zurück zu Ihrer Überprüfung',
  refusedTitle: 'Dieses Formular wurde nicht angenommen',
  refusedText:
    'Es kam nicht von unserer Seite. Öffnen Sie den Link aus der E-Mail noch einmal; frühere Eingaben sind noch da.',
  brokenTitle: 'Bei uns ist etwas schiefgegangen',
  brokenText:
    'Frühere Eingaben sind noch da. Bitte versuchen Sie es in einigen Minuten noch einmal.',
  inFuture: (label) => `${label} liegt in der Zukunft`,
  tooEarly: (label, date) => `${label}: frühestens ${date}`,
  vatForm: (label, country) =>
    `${label} hat nicht die übliche Form (${country}). Übernehmen Sie sie von einer Rechnung, mit den Länderbuchstaben vorn.`,
  minor: 'Unter 18 Jahre alt',
  notGiven: 'keine Angabe',
  units: { KB: 'KB', MB: 'MB' },
  businessData: 'Seine Angaben',
  add: 'Hinzufügen',
  undo: 'Berichtigung zurücknehmen',
  corrected: 'von Ihnen berichtigt',
  officersTitle: 'Im Handelsregister gefunden',
  officersHint:
    'Fügen Sie hinzu, wer das Unternehmen noch leitet oder besitzt; ändern können Sie alles danach.',
  otherTypes: {
    PASSPORT: 'Reisepass',
    ID_CARD: 'Personalausweis',
    RESIDENCE_PERMIT: 'Aufenthaltstitel',
    DRIVING_LICENCE: 'Führerschein',
    ARTICLES_OF_ASSOCIATION: 'Gesellschaftsvertrag',
    SHAREHOLDER_REGISTER: 'Gesellschafterliste',
    BANK_STATEMENT: 'Kontoauszug',
    ANNUAL_ACCOUNTS: 'Jahresabschluss',
    TAX_CERTIFICATE: 'Steuerbescheinigung',
  },
  start: {
    who: (sender) => `${sender} bittet Sie um diese Überprüfung.`,
    about: (client) => `Es geht um ${client}.`,
    why: 'Warum wir fragen',
    whyText:
      'Die Regeln gegen Geldwäsche verpflichten uns zu wissen, wer unsere Kunden sind und wer hinter ihnen steht, bevor wir für sie arbeiten.',
    needs: 'Was Sie brauchen',
    needsOf: {
      business: [
        'Name, Land und Registernummer des Unternehmens',
        'Namen, Geburtsdaten und Anteile derer, die es leiten oder mindestens 25\u00a0% daran halten',
      ],
      person: ['Ihren Namen, Ihr Geburtsdatum und Ihre Staatsangehörigkeit wie im Ausweis'],
    },
    time: 'Wie lange es dauert',
    timeOf: {
      business: 'Etwa 10 Minuten, wenn alles bereitliegt.',
      person: 'Etwa 5 Minuten, wenn alles bereitliegt.',
    },
    privacy: 'Was mit Ihren Daten geschieht',
    privacyText: (sender) =>
      `Was Sie senden, sieht bei ${sender} nur, wer Kunden prüft. Es dient dieser Überprüfung und wird so lange aufbewahrt, wie das Gesetz es verlangt. Sie können jederzeit fragen, was über Sie gespeichert ist, und Fehler berichtigen lassen: Antworten Sie auf die E-Mail mit dem Link.`,
    begin: 'Beginnen',
  },
  tasks: {
    title: 'Was nötig ist',
    all: 'Alle Abschnitte',
    about: 'Über diese Überprüfung',
    done: (done, all) => `${done} von ${all} Abschnitten fertig`,
    until: (date) => `Der Link gilt bis ${date}.`,
    states: {
      done: 'Fertig',
      begun: 'Begonnen',
      open: 'Noch offen',
      ready: 'Bereit zum Absenden',
      later: 'Noch nicht absendbar',
    },
  },
  receipt: { title: 'Was Sie gesendet haben' },
  language: 'Sprache',
};

const es: Texts = {
  title: 'Su verificación',
  steps: { details: 'Datos', people: 'Personas', documents: 'Documentos', review: 'Revisar' },
  stepOf: (step, steps) => `Paso ${step} de ${steps}`,
  saved: 'Lo que escribe se guarda. Puede cerrar esta página y volver con el mismo enlace.',
  savedNow: 'Guardado',
  saving: 'Guardando …',
  notSaved: 'No se ha guardado. Compruebe la conexión; no se pierde nada de lo escrito.',
  elsewhere: 'Esta página ha cambiado en otra ventana. Continúe para comparar.',
  conflictTitle: 'Cambiado en otra ventana',
  conflict: (label, other) =>
    `${label}: en la otra ventana «${other}». Abajo está lo que ha escrito aquí; continúe para conservarlo.`,
  empty: 'vacío',
  continue: 'Continuar',
  back: 'Atrás',
  submit: 'Enviar',
  save: 'Guardar',
  edit: 'Editar',
  remove: 'Quitar',
  optional: 'opcional',
  errorTitle: 'Compruebe lo siguiente',
  required: (label) => `Falta: ${label}`,
  invalid: (label) => `No es válido: ${label}`,
  subject: '¿A quién se verifica?',
  subjects: { business: 'Una empresa', person: 'Una persona' },
  business: 'La empresa',
  person: 'Sobre usted',
  address: 'Dirección',
  lookup: 'Buscar en el registro mercantil',
  lookupHint: 'Busque por nombre o número en el registro del país.',
  lookupQuery: 'Nombre o número',
  search: 'Buscar',
  choose: 'Elegir',
  lookupNone: 'El registro no la conoce. Compruebe el país o rellene el formulario usted mismo.',
  labels: {
    organization_name: 'Nombre de la empresa',
    country: 'País',
    registration_number: 'Número de registro',
    vat_number: 'NIF-IVA',
    registration_date: 'Fecha de registro',
    first_name: 'Nombre',
    last_name: 'Apellidos',
    email: 'Correo electrónico',
    birth_date: 'Fecha de nacimiento',
    nationality: 'Nacionalidad',
    address_street: 'Calle',
    address_city: 'Ciudad',
    address_postal_code: 'Código postal',
    roles: 'Funciones',
    share: 'Participación directa (%)',
    type: 'Tipo de documento',
    file: 'Archivo',
  },
  peopleTitle: 'Administradores, propietarios y socios',
  peopleHint: 'Añada a todos los que dirigen la empresa o poseen al menos el 25\u00a0%.',
  peopleMissing: 'Añada al menos un administrador o propietario.',
  addPerson: 'Añadir una persona',
  addBusiness: 'Añadir una empresa',
  editParty: (name) => `Editar ${name}`,
  unfinished: 'Ha empezado a añadir a alguien y no lo ha guardado.',
  finish: 'Terminar',
  discard: 'Descartar',
  known: 'Ya lo conocemos',
  nobody: 'Todavía no hay nadie.',
  sharesAbove: (sum) => `Las participaciones suman ${sum}. Compruébelas.`,
  roles: {
    DIRECTOR: 'Administrador',
    UBO: 'Titular real',
    SHAREHOLDER: 'Socio',
    ACCOUNT_OWNER: 'Titular de la cuenta',
  },
  documentsTitle: 'Documentos',
  documentsHint: 'PDF, imagen o texto, hasta 25 MB cada uno. Puede enviar varios a la vez.',
  documentMissing: (type) => `Todavía falta: ${type}`,
  drop: 'Suelte archivos aquí, o elíjalos:',
  photo: 'Hacer una foto',
  upload: {
    send: 'Subir',
    running: 'Subiendo',
    failed: 'El archivo no ha llegado. Compruebe la conexión y elíjalo otra vez.',
    isThere: 'Recibido',
    chooseFile: 'Elegir un archivo',
    chooseFiles: 'Elegir archivos',
    chooseSide: { front: 'Elegir el anverso', back: 'Elegir el reverso' },
    sides: { front: 'anverso', back: 'reverso' },
    several: 'Varios a la vez, u otra cosa',
    others: 'Otros documentos',
    otherKind: 'Otro tipo',
    byYou: 'por usted',
  },
  replace: 'Sustituir',
  noDocuments: 'Todavía no hay documentos.',
  types: {
    ID: 'Documento de identidad',
    PROOF_OF_ADDRESS: 'Justificante de domicilio',
    REGISTRATION_CERTIFICATE: 'Certificado del registro',
    OTHER: 'Otro documento',
  },
  furtherQuestions: 'Otras preguntas',
  severalHint: 'Para elegir varios, mantenga pulsada la tecla Ctrl o ⌘.',
  unclearNumber: (label) =>
    `${label} se puede leer de dos maneras. Escríbalo sin separador de miles.`,
  yes: 'Sí',
  no: 'No',
  reviewTitle: 'Revisar y enviar',
  reviewNext:
    'Después del envío revisamos sus datos, normalmente en dos días laborables. Entonces no se puede cambiar nada, salvo que se lo pidamos; si falta algo, recibirá un correo.',
  confirm: 'Lo que aparece aquí es completo y correcto.',
  confirmMissing: 'Confirme que lo que aparece aquí es completo y correcto.',
  change: 'Cambiar',
  requestTitle: 'Necesitamos algo de usted',
  requestHint: 'Todo lo demás que ya envió se conserva.',
  submittedTitle: 'Gracias, todo está enviado',
  submittedText: 'Revisamos sus datos y le respondemos. Guarde esta página.',
  submittedOn: 'Enviado el',
  reference: 'Referencia',
  goOn: 'Continuar al sitio web',
  closedTitle: 'Este enlace está cerrado',
  closedText:
    'Por ahora no necesitamos nada de usted. Si esperaba otra cosa, responda al correo que le trajo aquí.',
  expiredTitle: 'Este enlace ha caducado',
  expiredText: 'Los enlaces valen 30 días. Lo que escribió se conserva.',
  renew: 'Enviarme un enlace nuevo',
  renewedTitle: 'Un enlace nuevo está en camino',
  renewedText:
    'Si conocemos su correo, le llegará un enlace nuevo en un minuto. Si no, pídalo al remitente.',
  unknownTitle: 'No encontramos esta página',
  unknownText: 'El enlace puede estar incompleto. Ábralo desde el correo o pida uno nuevo.',
  tooLarge: 'pesa más de 25 MB',
  wrongType: 'no es un PDF, una imagen ni un archivo de texto',
  emptyFile: 'está vacío',
  encrypted: 'está protegido con contraseña; guárdelo sin ella',
  noFile: 'Elija primero un archivo.',
  errorPrefix: 'Error',
  tryAgain: 'Volver a su verificación',
  refusedTitle: 'No se ha aceptado este formulario',
  refusedText:
    'No venía de nuestra página. Abra otra vez el enlace del correo; lo que escribió antes se conserva.',
  brokenTitle: 'Ha fallado algo por nuestra parte',
  brokenText: 'Lo que escribió antes se conserva. Inténtelo de nuevo en unos minutos.',
  inFuture: (label) => `${label}: está en el futuro`,
  tooEarly: (label, date) => `${label}: como muy pronto el ${date}`,
  vatForm: (label, country) =>
    `${label}: no tiene la forma que se usa (${country}). Cópielo de una factura, con las letras del país delante.`,
  minor: 'Menor de 18 años',
  notGiven: 'sin indicar',
  units: { KB: 'KB', MB: 'MB' },
  businessData: 'Sus datos',
  add: 'Añadir',
  undo: 'Deshacer la corrección',
  corrected: 'corregido por usted',
  officersTitle: 'Encontrado en el registro mercantil',
  officersHint:
    'Añada a quienes todavía dirigen o poseen la empresa; después puede cambiar sus datos.',
  otherTypes: {
    PASSPORT: 'Pasaporte',
    ID_CARD: 'Carné de identidad',
    RESIDENCE_PERMIT: 'Permiso de residencia',
    DRIVING_LICENCE: 'Permiso de conducir',
    ARTICLES_OF_ASSOCIATION: 'Estatutos',
    SHAREHOLDER_REGISTER: 'Registro de socios',
    BANK_STATEMENT: 'Extracto bancario',
    ANNUAL_ACCOUNTS: 'Cuentas anuales',
    TAX_CERTIFICATE: 'Certificado fiscal',
  },
  start: {
    who: (sender) => `${sender} le pide esta verificación.`,
    about: (client) => `Se trata de ${client}.`,
    why: 'Por qué lo pedimos',
    whyText:
      'Las normas contra el blanqueo de dinero nos obligan a saber quiénes son nuestros clientes, y quién está detrás, antes de trabajar para ellos.',
    needs: 'Qué necesita',
    needsOf: {
      business: [
        'Nombre, país y número de registro de la empresa',
        'Nombres, fechas de nacimiento y participaciones de quienes la dirigen o poseen al menos el 25\u00a0%',
      ],
      person: ['Su nombre, fecha de nacimiento y nacionalidad como en su documento de identidad'],
    },
    time: 'Cuánto se tarda',
    timeOf: {
      business: 'Unos 10 minutos si lo tiene todo a mano.',
      person: 'Unos 5 minutos si lo tiene todo a mano.',
    },
    privacy: 'Qué pasa con sus datos',
    privacyText: (sender) =>
      `En ${sender} solo ve lo que envía quien comprueba a los clientes. Sirve para esta verificación y se conserva el tiempo que marca la ley. Puede preguntar en cualquier momento qué se conserva sobre usted y hacer corregir errores: responda al correo que le trajo aquí.`,
    begin: 'Empezar',
  },
  tasks: {
    title: 'Qué hace falta',
    all: 'Todas las secciones',
    about: 'Sobre esta verificación',
    done: (done, all) => `${done} de ${all} secciones completas`,
    until: (date) => `El enlace vale hasta el ${date}.`,
    states: {
      done: 'Completo',
      begun: 'En curso',
      open: 'Sin empezar',
      ready: 'Listo para enviar',
      later: 'Todavía no se puede enviar',
    },
  },
  receipt: { title: 'Lo que ha enviado' },
  language: 'Idioma',
};

interface Translation {
  /** The language by its own name. */
  name: string;
  texts: Texts;
  /** The names of countries in it. */
  countries: LocaleData;
}
/** Each language by its code. */
const translations = {
  en: { name: 'English', texts: en, countries: english },
  fr: { name: 'Français', texts: fr, countries: french },
  de: { name: 'Deutsch', texts: de, countries: german },
  es: { name: 'Español', texts: es, countries: spanish },
} satisfies Record<string, Translation>;
export type Language = keyof typeof translations;

for (const { countries } of Object.values(translations)) registerLocale(countries);
const each = <T>(of: (translation: Translation) => T) =>
  mapValues<Translation, T>(translations, of) as Record<Language, T>;

export const texts = each((translation) => translation.texts);
/** The languages by their own names. */
export const languages = each(({ name }) => name);

/** How numbers and dates are written in a language. */
const localeOf = (lang: Language): string => (lang === 'en' ? 'en-GB' : lang);

/** A text by a key that may be none of its own: roles and documents are free text. */
export const textOf = (of: Record<string, string>, key: string): string =>
  Object.hasOwn(of, key) ? of[key]! : key;

/** A share or the like, `33.3` -> "33.3%". */
export const percent = (value: number, lang: Language): string =>
  new Intl.NumberFormat(localeOf(lang), { style: 'percent', maximumFractionDigits: 4 }).format(
    value / 100,
  );

/** A number as it is typed in a language, `33,3`; `partyOf` reads both forms. */
export const numberOf = (value: number, lang: Language): string =>
  new Intl.NumberFormat(localeOf(lang), { maximumFractionDigits: 4, useGrouping: false }).format(
    value,
  );

/** The size of a file. */
export function sizeInWords(bytes: number, lang: Language): string {
  const kilobytes = Math.max(Math.ceil(bytes / 1024), 1);
  const [value, unit] =
    kilobytes < 1024 ? ([kilobytes, 'KB'] as const) : ([bytes / 1024 / 1024, 'MB'] as const);
  const number = new Intl.NumberFormat(localeOf(lang), { maximumFractionDigits: 1 }).format(value);
  // They stay on one line.
  return `${number}\u00a0${texts[lang].units[unit]}`;
}

/**
 * A kind of document by its name; one that only the API's caller knows as words: `BANK_STATEMENT`
 * is "Bank statement".
 */
export function typeName(type: string, lang: Language): string {
  const { types, otherTypes } = texts[lang];
  const named: Record<string, string> = { ...types, ...otherTypes };
  if (Object.hasOwn(named, type)) return named[type]!;
  const words = type.replaceAll('_', ' ').trim();
  const isCode = words === words.toUpperCase();
  return isCode ? words.charAt(0) + words.slice(1).toLowerCase() : words;
}

/** A country by its name. */
export const countryName = (code: string, lang: Language): string => getName(code, lang) ?? code;
/** All of them, code -> name. */
export const countryNames = (lang: Language): [code: string, name: string][] =>
  Object.entries(getNames(lang, { select: 'official' })).sort(([, a], [, b]) =>
    a.localeCompare(b, lang),
  );

/** A date of a form (`2024-05-31`), or a moment, in words. */
export const dateInWords = (iso: string, lang: Language): string =>
  Number.isNaN(Date.parse(iso))
    ? iso
    : new Intl.DateTimeFormat(localeOf(lang), {
        dateStyle: 'long',
        timeZone: 'UTC',
      }).format(new Date(iso));

/** What a file may be a list of. */
export const kinds = ['persons', 'accounts', 'logs'] as const;
export type Kind = (typeof kinds)[number];

/** What a column may be, in words. */
export const fieldLabels = {
  name: 'Full name',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phoneNumber: 'Phone number',
  linkedinProfileUrl: 'LinkedIn profile',
  domain: 'Domain of the company',
  companyName: 'Name of the company',
  type: 'Type of the log',
  occurredAt: 'Time of the log',
  payload: 'Detail of the log',
} as const;
export type Field = keyof typeof fieldLabels;

const person = ['name', 'firstName', 'lastName', 'email', 'phoneNumber', 'linkedinProfileUrl'] as const;
const ofCompanies = ['domain', 'companyName'] as const;
const ofLogs = ['type', 'occurredAt', 'payload'] as const;

/** The fields that a column may be, by what the file is a list of. */
export const fieldsOf: Record<Kind, readonly Field[]> = {
  persons: [...person, ...ofCompanies],
  accounts: ofCompanies,
  logs: [...person, ...ofLogs],
};

const ofSomebody = ['email', 'phoneNumber', 'linkedinProfileUrl'] as const;
/** The fields of which one at least must be a column, because they say who somebody is, or which company it is. */
export const identifying: Record<Kind, readonly Field[]> = {
  persons: ofSomebody,
  accounts: ['domain'],
  logs: ofSomebody,
};

/** What each column is, in their order. Null is left out. */
export type Mapping = readonly (Field | null)[];

/**
 * The headings of HubSpot, Mailchimp, Attio, Salesforce, Pipedrive and others, in English and German, as `headingKey` makes
 * them. Of two columns for one field, the one whose heading comes first here is it.
 */
export const headings: Record<Exclude<Field, 'payload'>, string> = {
  name: 'name fullname contactname personname vollername vollstandigername kontaktname ansprechpartner contact person kontakt kunde leadname displayname',
  firstName:
    'firstname vorname givenname forename contactfirstname namefirstname fname personfirstname personvorname',
  lastName:
    'lastname nachname surname familyname familienname contactlastname namelastname lname personlastname personnachname',
  email:
    'email emailaddress emailadresse emailaddresses emailadressen mail mailadresse primaryemail primaryemailaddress workemail contactemail personemail personemailwork personemailadresseburo personemailburo emailwork emailburo emailadresseburo emailarbeit email1value personemailhome personemailprivat personemailadresseprivat personemailother emailhome emailprivat primareemailadresse geschaftlicheemail geschaftlicheemailadresse',
  phoneNumber:
    'phonenumber phone phonenumbers telefon telefonnummer telefonnummern rufnummer primaryphone primaryphonenumber workphone businessphone phonework personphone personphonework persontelefon persontelefonburo telefonburo telefonarbeit telefongeschaftlich geschaftlichestelefon phone1value mobilephonenumber mobilephone mobilenumber mobile mobil mobilnummer mobiltelefon mobiltelefonnummer handy handynummer cell cellphone personphonemobile persontelefonmobil phonemobile telefonmobil phonehome telefonprivat personphonehome whatsapp whatsappphonenumber whatsapptelefonnummer',
  linkedinProfileUrl:
    'linkedinprofileurl linkedin linkedinurl linkedinprofile linkedinprofil linkedinbio personlinkedin personlinkedinprofile personlinkedinprofil personlinkedinurl linkedinmitglied linkedincontactprofileurl',
  domain:
    'companydomain companydomainname domain domains domainname unternehmensdomain unternehmensdomainname domainnamedesunternehmens firmendomain organizationdomain companydomains emaildomain accountdomain',
  companyName:
    'companyname company organization organisation unternehmen unternehmensname firma firmenname accountname account associatedcompany associatedcompanyprimary primarycompany primaryassociatedcompany zugeordnetesunternehmen zugeordnetesunternehmenprimar namedesunternehmens personorganization personorganisation organizationname organisationsname employer arbeitgeber kundenname namederfirma companyrecord',
  type: 'type activitytype eventtype event eventname activity action topic typ art ereignis ereignistyp aktivitatstyp aktivitat thema logtype',
  occurredAt:
    'occurredat occurred date datetime timestamp time eventdate activitydate eventtime when datum zeitpunkt zeit datumuhrzeit zeitstempel ereignisdatum aktivitatsdatum createdat createdate created createddate dateadded erstelltam erstellungsdatum erstellt',
};

/** Further headings of a list of companies: the website of a person would be their own. */
export const companyHeadings = {
  domain:
    'website websites websiteurl companywebsite companyurl web url homepage webseite webadresse internet internetseite internetadresse firmenwebsite accountwebsite organizationwebsite organisationwebseite unternehmenswebsite',
  companyName: 'name record recordname bezeichnung firmenbezeichnung kunde',
} as const satisfies Partial<Record<Field, string>>;

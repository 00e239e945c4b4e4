/** An email provider that the mail form offers. */
type MailProvider = {
  id: string
  name: string
  host: string
  port: string
  security: 'tls' | 'starttls'
  /** Help text for the field User: what this provider expects. */
  user: string
  /** Help text for the field Password: which kind this provider expects. */
  password: string
  /** Matches other host names of the email provider, such as those for other regions. */
  otherHosts?: RegExp
}

export const mailProviders: MailProvider[] = [
  {
    id: 'google',
    name: 'Gmail / Google Workspace',
    host: 'smtp.gmail.com',
    port: '465',
    security: 'tls',
    user: 'Your full Google email address.',
    password:
      'An app password: turn on 2-Step Verification, then create one at myaccount.google.com/apppasswords. Your account password does not work.',
  },
  {
    id: 'microsoft',
    name: 'Microsoft 365',
    host: 'smtp.office365.com',
    port: '587',
    security: 'starttls',
    user: 'The full email address of the mailbox.',
    password:
      'The mailbox’s password, or an app password if it uses multi-factor authentication. An administrator must turn on “Authenticated SMTP” for the mailbox.',
  },
  {
    id: 'brevo',
    name: 'Brevo',
    host: 'smtp-relay.brevo.com',
    port: '587',
    security: 'starttls',
    user: 'The SMTP login shown under SMTP & API.',
    password: 'An SMTP key from SMTP & API, not your account password or an API key.',
  },
  {
    id: 'mailgun',
    name: 'Mailgun',
    host: 'smtp.mailgun.org',
    port: '587',
    security: 'starttls',
    user: 'The SMTP login of your sending domain, e.g. postmaster@mg.example.org.',
    password:
      'The password of that SMTP login, not an API key. For a domain in the EU, change the server to smtp.eu.mailgun.org under Advanced.',
    otherHosts: /^smtp\.eu\.mailgun\.org$/,
  },
  {
    id: 'ses',
    name: 'Amazon SES',
    host: 'email-smtp.eu-west-1.amazonaws.com',
    port: '587',
    security: 'starttls',
    user: 'The SMTP user name from the SMTP credentials you create in Amazon SES, not your Amazon login.',
    password:
      'The SMTP password of your SES SMTP credentials, not an AWS secret access key. Change the region in the server if yours is not eu-west-1.',
    otherHosts: /^email-smtp(-fips)?\.[a-z0-9-]+\.amazonaws\.com$/,
  },
  {
    id: 'postmark',
    name: 'Postmark',
    host: 'smtp.postmarkapp.com',
    port: '587',
    security: 'starttls',
    user: 'The server API token.',
    password: 'The server API token again, as in the field above.',
  },
]

/** Returns the provider to which a mail server's host belongs; undefined for other hosts. */
export function findMailProvider(host: string): MailProvider | undefined {
  const wanted = host.trim().toLowerCase()
  return mailProviders.find((one) => one.host === wanted || one.otherHosts?.test(wanted))
}

import type { TryStep } from '#features/settings/contract.ts'
import type { SettingArea, SettingField } from '#kernel/live-settings.ts'

type AreaWords = {
  title: string
  about: string
  tries: string
}

export const areaWords: Record<SettingArea, AreaWords> = {
  address: {
    title: 'Public address',
    about: 'Where visitors find the site: links in mails, previews and calendars lead there.',
    tries: 'Compares it with the address that you are using now.',
  },
  mail: {
    title: 'Mail',
    about: 'The server that confirmations, reminders and join links are sent through.',
    tries: 'Connects, signs in, and sends a real mail.',
  },
  bounces: {
    title: 'Bounced email',
    about:
      'A mailbox that mails come back to. It is read and never changed, so that dead addresses are noticed.',
    tries: 'Signs in and opens the folder.',
  },
  backups: {
    title: 'Backups',
    about: 'Where a copy of everything goes every day. Best far away from this machine.',
    tries: 'Writes a small file there, reads it back and removes it.',
  },
  zoom: {
    title: 'Zoom',
    about:
      'A Server-to-Server OAuth app of your Zoom account, which takes a seat for everybody who registers.',
    tries: 'Asks Zoom for access, and looks at each permission that is needed.',
  },
  mailerlite: {
    title: 'MailerLite',
    about: 'People who agreed to updates become subscribers there.',
    tries: 'Asks MailerLite for your groups.',
  },
  retention: {
    title: 'Data retention',
    about: 'After this time it is removed by itself.',
    tries: 'Counts what would be removed now.',
  },
}

type FieldWords = {
  label: string
  about?: string
  placeholder?: string
  /** True if the area needs the field. */
  isNeeded?: boolean
  choices?: [value: string, label: string][]
  inputMode?: 'numeric' | 'email' | 'url'
}

const securities: FieldWords['choices'] = [
  ['tls', 'TLS from the start'],
  ['starttls', 'STARTTLS'],
]

/** Label and help of each field, in the order of the list of settings. */
export const fieldWords: Record<SettingField, FieldWords> = {
  PUBLIC_URL: {
    label: 'Address that visitors use',
    placeholder: 'https://interviews.example.org',
    inputMode: 'url',
    isNeeded: true,
  },
  'SMTP_URL.host': { label: 'Server', placeholder: 'mail.example.org', isNeeded: true },
  'SMTP_URL.port': {
    label: 'Port',
    about: 'Empty: 465 with TLS, 587 with STARTTLS.',
    inputMode: 'numeric',
  },
  'SMTP_URL.security': { label: 'Security', choices: securities, isNeeded: true },
  'SMTP_URL.user': { label: 'User' },
  'SMTP_URL.password': { label: 'Password' },
  SMTP_REQUIRE_TLS: {
    label: 'Without TLS',
    choices: [
      ['on', 'Nothing is sent'],
      ['off', 'Mails are sent all the same'],
    ],
    about: 'Where a server offers none. One on this machine needs none.',
    isNeeded: true,
  },
  MAIL_FROM: {
    label: 'Sender',
    about: 'Most servers take only an address that belongs to the user.',
    placeholder: 'Our Series <hello@example.org>',
  },
  MAIL_REPLY_TO: {
    label: 'Answers go to',
    about: 'Empty: to the sender.',
    placeholder: 'hello@example.org',
    inputMode: 'email',
  },
  MAIL_PER_SECOND: {
    label: 'Mails of announcements a second',
    about: 'Empty: 10. Everybody else’s mails go at once.',
    inputMode: 'numeric',
  },
  'BOUNCE_IMAP_URL.host': { label: 'Server', placeholder: 'imap.example.org', isNeeded: true },
  'BOUNCE_IMAP_URL.port': {
    label: 'Port',
    about: 'Empty: 993 with TLS, 143 with STARTTLS.',
    inputMode: 'numeric',
  },
  'BOUNCE_IMAP_URL.security': { label: 'Security', choices: securities, isNeeded: true },
  'BOUNCE_IMAP_URL.user': { label: 'User', isNeeded: true },
  'BOUNCE_IMAP_URL.password': { label: 'Password', isNeeded: true },
  'BOUNCE_IMAP_URL.folder': { label: 'Folder' },
  BACKUP_URL: {
    label: 'Folder or bucket',
    about:
      's3://bucket/folder, or the name of a folder in the site’s data folder, such as backups.',
    placeholder: 's3://copies/interviews',
    isNeeded: true,
  },
  BACKUP_S3_ENDPOINT: {
    label: 'Address of the storage',
    about: 'For a bucket that is not Amazon’s.',
    placeholder: 'https://s3.example.org',
    inputMode: 'url',
  },
  BACKUP_S3_REGION: { label: 'Region' },
  BACKUP_S3_KEY_ID: { label: 'Access key id', about: 'For a bucket.' },
  BACKUP_S3_SECRET: { label: 'Secret access key', about: 'For a bucket.' },
  BACKUP_KEY: {
    label: 'Key that encrypts copies',
    about:
      'Begins with AGE-SECRET-KEY-1. Keep it in another place as well: without it no copy opens.',
  },
  ZOOM_ACCOUNT_ID: { label: 'Account ID', about: 'Under App credentials.', isNeeded: true },
  ZOOM_CLIENT_ID: { label: 'Client ID', about: 'Under App credentials.', isNeeded: true },
  ZOOM_CLIENT_SECRET: {
    label: 'Client secret',
    about: 'Under App credentials.',
    isNeeded: true,
  },
  ZOOM_WEBHOOK_SECRET: { label: 'Secret token', about: 'Under Feature.', isNeeded: true },
  MAILERLITE_API_KEY: {
    label: 'Key',
    about: 'Under Integrations, API.',
    isNeeded: true,
  },
  MAILERLITE_GROUP_ID: {
    label: 'Number of a group',
    about: 'That all of them join; it stands in the group’s address.',
    inputMode: 'numeric',
  },
  MAILERLITE_WEBHOOK_SECRET: {
    label: 'Secret of the webhook',
    about: 'Of the one that calls /api/webhooks/mailerlite when somebody unsubscribes there.',
    isNeeded: true,
  },
  KEEP_ADDRESSES_DAYS: {
    label: 'Days that network addresses of visitors are kept',
    inputMode: 'numeric',
    isNeeded: true,
  },
  KEEP_USAGE_MONTHS: {
    label: 'Months that single uses of the library are kept',
    about: 'Figures keep their sums.',
    inputMode: 'numeric',
    isNeeded: true,
  },
  KEEP_AUDIT_MONTHS: {
    label: 'Months that lines of the log are kept',
    inputMode: 'numeric',
    isNeeded: true,
  },
}

export const stepNames: Record<TryStep, string> = {
  entered: 'Settings',
  address: 'Address',
  https: 'https',
  proxy: 'Proxy',
  connect: 'Connect',
  tls: 'TLS',
  login: 'Sign in',
  mail: 'Test mail',
  folder: 'Folder',
  write: 'Write',
  read: 'Read back',
  remove: 'Remove',
  token: 'Access',
  scope: 'Permission',
  group: 'Group',
  addresses: 'Network addresses',
  usage: 'Uses of the library',
  log: 'Log',
}

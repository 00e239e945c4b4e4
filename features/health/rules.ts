/** Labels of all health checks, in the order in which they are displayed. */
export const checkNames = {
  settings: 'Settings',
  site: 'Site',
  folder: 'Data folder',
  space: 'Disk space',
  clock: 'Clock',
  database: 'Database',
  migrations: 'Tables',
  connections: 'Connections',
  replicas: 'Replicas',
  listening: 'Messages between servers',
  queue: 'Queue',
  jobs: 'Failed tasks',
  mails: 'Emails',
  mail_server: 'Mail server',
  mailbox: 'Bounced email',
  dns: 'DNS records of the sender',
  spf: 'SPF',
  dkim: 'DKIM',
  dmarc: 'DMARC',
  address: 'Public address',
  certificate: 'Certificate',
  proxy: 'Proxy',
  seats: 'Zoom registrations',
  backups: 'Backups',
} as const

export type HealthCheck = keyof typeof checkNames

export const healthChecks = Object.keys(checkNames) as [HealthCheck, ...HealthCheck[]]

/** States of a health check. Green: good. Yellow: not set up, or to be looked at. Red: to be fixed now. */
export const healthStates = ['green', 'yellow', 'red'] as const
export type HealthState = (typeof healthStates)[number]

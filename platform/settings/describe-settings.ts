import type { Setting } from './setting-schemas.ts'

type Settings = Record<string, Setting>

const lineLength = 98

/** `.env.example`: every setting with what it does, commented out and with its default. */
export function writeEnvExample(settings: Settings): string {
  const entries = Object.entries(settings).map(
    ([name, { doc, fallback }]) => `${wrap(doc)}\n# ${name}=${fallback}\n`,
  )
  const head = wrap(
    'Copy this file to .env and take the # away from what you change. The environment comes first. Made from platform/settings/config.ts by "npm run settings".',
  )
  return [`${head}\n`, ...entries].join('\n')
}

/** Headings of docs/settings.md with the names, or their beginnings, that stand under each. */
const groups: [heading: string, names: RegExp][] = [
  ['Address', /^(PORT|HOST|PUBLIC_URL|TRUST_PROXY|METRICS_PORT|METRICS_HOST)$/],
  ['Database', /^(DATA_DIR|DATABASE_)/],
  ['Series', /^(SITE_FILE|SAMPLE_DATA)$/],
  ['Webhooks', /^WEBHOOK_/],
  ['Administrators', /^(ADMIN_|REQUIRE_FACTOR$|SETTINGS_KEY$)/],
  ['Mail', /^(SMTP_|MAIL_|BOUNCE_)/],
  ['Backups', /^BACKUP_/],
  ['Zoom', /^ZOOM_/],
  ['MailerLite', /^MAILERLITE_/],
  ['Privacy, limits and log', /^(KEEP_|RATE_LIMITS$|LOG_LEVEL$)/],
]

/** `docs/settings.md`: every setting under one heading. Throws for one that no group takes. */
export function writeSettingsDocument(settings: Settings): string {
  const names = Object.keys(settings)
  const lost = names.filter((name) => groups.filter(([, taken]) => taken.test(name)).length !== 1)
  if (lost.length > 0) throw new Error(`platform/settings: in no group, or in two: ${lost.join()}`)
  const parts = groups.map(([heading, taken]) => {
    const own = names.filter((name) => taken.test(name))
    return `## ${heading}\n\n${writeTable(own.map((name) => [name, settings[name]!]))}\n`
  })
  return [
    '# Settings\n',
    'Environment variables, or lines of a file named `.env`; the environment comes first. Made by `npm run settings`.\n',
    ...parts,
  ].join('\n')
}

/** Its columns as wide as `npm run format` makes them. */
function writeTable(settings: [name: string, setting: Setting][]): string {
  const rows = settings.map(([name, { doc, fallback }]) => [
    `\`${name}\``,
    fallback && `\`${fallback}\``,
    doc.replaceAll('|', '\\|'),
  ])
  const head = ['setting', 'default', 'what it does']
  const widths = head.map((_, column) =>
    Math.max(...[head, ...rows].map((row) => row[column]!.length)),
  )
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`
  return [head, widths.map((width) => '-'.repeat(width)), ...rows].map(line).join('\n')
}

function wrap(text: string) {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line && line.length + word.length >= lineLength - 2) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines.map((line) => `# ${line}`).join('\n')
}

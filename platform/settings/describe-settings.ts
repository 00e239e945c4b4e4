import type { Setting } from './setting-schemas.ts'

type Settings = Record<string, Setting>

const start = '<!-- settings -->'
const end = '<!-- /settings -->'
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

/** The table of settings for the README, its columns as wide as `npm run format` makes them. */
function writeTable(settings: Settings): string {
  const rows = Object.entries(settings).map(([name, { doc, fallback }]) => [
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

/** A README with the table between its two markers; throws where it has none. */
export function putSettingsTable(readme: string, settings: Settings): string {
  const from = readme.indexOf(start)
  const to = readme.indexOf(end)
  if (from < 0 || to < from) throw new Error(`README.md lacks ${start} and ${end}`)
  return `${readme.slice(0, from + start.length)}\n\n${writeTable(settings)}\n\n${readme.slice(to)}`
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

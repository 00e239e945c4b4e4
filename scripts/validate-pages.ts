import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { runCommand } from '#tests/support/run-command.ts'
import { gatherPages } from './gather-pages.ts'

/**
 * `npm run validate`: checks the HTML of every page and mail with the Nu validator, and with axe each page
 * before and after pressing each of its buttons. Prints each error with its pages. Downloads the validator from npm and needs Java.
 */
const validator = 'vnu-jar@26.9.27'

const java = await runCommand({ program: 'java', args: ['-version'], limitSeconds: 30 })
if (java.code !== 0) {
  console.error(
    'The Nu validator needs Java, and there is none here (Debian: apt-get install default-jre-headless).',
  )
  process.exit(1)
}
const folder = mkdtempSync(join(tmpdir(), 'greenroom-pages-'))
try {
  const errors = new Map<string, Set<string>>()
  const places = await writePages(errors)
  console.log(`${places.size} different pages`)
  await addHtmlErrors(errors, places)
  for (const [what, where] of errors) console.log(`${what}\n  ${[...where].join('\n  ')}`)
  console.log(`${errors.size} errors, the validator's own about style sheets left out`)
  process.exitCode = errors.size > 0 ? 1 : 0
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Writes a file for each distinct page, and records where it was found, and what axe found. */
async function writePages(errors: Map<string, Set<string>>) {
  const places = new Map<string, string[]>()
  const files = new Map<string, string>()
  await gatherPages((where, html, violations = []) => {
    for (const { id, help, where: elements } of violations) {
      addError(errors, `axe ${id}: ${help}\n  ${elements.join('\n  ')}`, where)
    }
    const name = files.get(html) ?? `${files.size + 1}.html`
    if (!files.has(html)) writeFileSync(join(folder, name), html)
    files.set(html, name)
    places.set(name, [...(places.get(name) ?? []), where])
  })
  return places
}

type Message = { type: string; url?: string; message: string; extract?: string }

function addError(errors: Map<string, Set<string>>, what: string, where: string) {
  errors.set(what, (errors.get(what) ?? new Set()).add(where))
}

/**
 * Adds the validator's errors with their place. Ignores errors about newer CSS such as `@property`,
 * `@container`, `field-sizing` or `margin-trim`, which the validator does not know.
 */
async function addHtmlErrors(errors: Map<string, Set<string>>, places: Map<string, string[]>) {
  const { output } = await runCommand({
    program: 'npm',
    args: `exec --yes --ignore-scripts --package=${validator} -- vnu --errors-only --format json`
      .split(' ')
      .concat(folder),
    limitSeconds: 600,
  })
  const answer = output.split('\n').find((line) => line.startsWith('{'))
  if (answer === undefined) throw new Error(`The validator could not be asked: ${output}`)
  const { messages } = JSON.parse(answer) as { messages: Message[] }
  for (const { message, extract, url = '' } of messages) {
    if (message.startsWith('CSS: ')) continue
    const what = `${message}\n  ${extract?.replaceAll(/\s+/g, ' ') ?? ''}`
    for (const place of places.get(basename(url)) ?? [url]) addError(errors, what, place)
  }
}

import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { assembleImage, measureMegabytes } from './support/assemble-image.ts'
import { runTerminal } from './support/run-terminal.ts'
import { startArguments } from './support/start-command.ts'
import { startGreenroom } from './support/start-greenroom.ts'

const dockerfile = readFileSync('Dockerfile', 'utf8')

/** In megabytes of 1,000,000 bytes. */
const mostAdded = 80

test('what the image holds is enough to serve the site and for every command, small, and without a build tool', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  expect(await assembleImage(folder)).toEqual(new Set(['packages', 'build']))
  expect(measureMegabytes(folder)).toBeLessThan(mostAdded)
  const tools = ['vite', 'rolldown', 'esbuild', 'typescript', 'tailwindcss', '@react-router/dev']
  for (const tool of [...tools, '@tailwindcss/vite', 'vitest', 'drizzle-kit', '@playwright/test']) {
    expect(globSync(join(folder, 'node_modules', tool))).toEqual([])
  }

  const greenroom = await startGreenroom({ folder, isAsShipped: true })
  onTestFinished(() => greenroom.close())
  expect(greenroom.output()).not.toContain('Building')
  const page = await (await fetch(greenroom.url)).text()
  expect(page).toContain('House Lights')
  const [, script = ''] = /href="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  for (const path of [script, '/api/events', '/share/series.jpg', '/calendar.ics', '/api/docs']) {
    expect([path, (await fetch(greenroom.url + path)).status]).toEqual([path, 200])
  }

  await greenroom.stop()
  const env = { DATA_DIR: greenroom.dataDir, BACKUP_URL: join(folder, 'copies') }
  const file = join(folder, 'all.ndjson.gz')
  const commands: [command: string, words: string[], answer: string, dataDir?: string][] = [
    ['admins', ['list'], 'organiser'],
    ['export', [file], 'Exported to'],
    ['import', [file], 'Imported', join(folder, 'moved')],
    ['backup', [], 'greenroom-'],
    ['restore', ['newest'], 'Restored'],
    ['people', ['erase', 'nobody@example.com'], 'There is no person with this email'],
  ]
  for (const [command, words, answer, dataDir = env.DATA_DIR] of commands) {
    const said = await runTerminal(command, words, { ...env, DATA_DIR: dataDir }, { folder })
    expect(said.stdout + said.stderr).toContain(answer)
  }
}, 400_000)

test('the image starts what npm start does', () => {
  const [, command = '[]'] = /^CMD (.*)$/m.exec(dockerfile) ?? []
  expect(JSON.parse(command)).toEqual(['node', ...startArguments])
})

test('every image that is built upon or started has an exact tag', () => {
  const named = [
    ...dockerfile.matchAll(/^FROM (\S+)/gm),
    ...globSync('compose*.yaml').flatMap((file) => [
      ...readFileSync(file, 'utf8').matchAll(/^\s+image: (\S+)/gm),
    ]),
  ].map(([, image = '']) => image)
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }
  const own = `\${GREENROOM_IMAGE:-greenroom:${version}}`
  expect(named.filter((image) => image === own)).toHaveLength(1)
  expect(named).toHaveLength(6)
  for (const image of named.filter((name) => name !== own)) {
    const exact = /^[a-z]+:\d+\.\d+(\.\d+)?-(bookworm(-slim)?|alpine)$|@sha256:[0-9a-f]{64}$/
    expect(image).toMatch(exact)
  }
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { buildPages } from '#server/build-pages.ts'
import { processEnvironment } from '#server/config.ts'
import { startGreenroom } from './support/start-greenroom.ts'

const dockerfile = readFileSync('Dockerfile', 'utf8')

/** What the last stage copies: from another stage, or of the sources. */
function copiedPaths() {
  const stage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  return [...stage.matchAll(/^COPY (?:--from=(\w+) )?(.+) (\S+)$/gm)].map(
    ([, from, sources = '', target = '']) => ({ from, sources: sources.split(' '), target }),
  )
}

/** As the stage `packages` does; what was installed here comes out of npm's own store. */
async function installPackages(folder: string) {
  const args = ['ci', '--omit=dev', '--prefer-offline']
  const npm = spawn('npm', args, { cwd: folder, shell: process.platform === 'win32' })
  let said = ''
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (text) => (said += text))
  const [code] = await once(npm, 'close')
  if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}:\n${said}`)
  for (const name of globSync('node_modules/node-{linux,win}-*', { cwd: folder })) {
    rmSync(join(folder, name), { recursive: true })
  }
}

test('what the image holds is enough to serve the built site, and no build tool is in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['package.json', 'package-lock.json', '.npmrc']) {
    cpSync(name, join(folder, name))
  }
  await installPackages(folder)
  rmSync(join(folder, '.npmrc'))
  const built = await buildPages(processEnvironment('production'), () => {})
  const copied = copiedPaths()
  for (const { from, sources, target } of copied) {
    if (from === 'build') cpSync(built, join(folder, target, basename(built)), { recursive: true })
    if (from !== undefined) continue
    for (const source of sources) {
      cpSync(source, join(folder, target === './' ? source : target), { recursive: true })
    }
  }
  expect(copied.map(({ from }) => from)).toContain('packages')
  const tools = ['vite', 'rolldown', 'esbuild', 'typescript', 'tailwindcss', '@react-router/dev']
  for (const tool of [...tools, '@tailwindcss/vite', 'vitest', 'drizzle-kit', '@playwright/test']) {
    expect(globSync(join(folder, 'node_modules', tool))).toEqual([])
  }

  const greenroom = await startGreenroom({ folder })
  onTestFinished(() => greenroom.close())
  expect(greenroom.output()).not.toContain('Building')
  const page = await (await fetch(greenroom.url)).text()
  expect(page).toContain('House Lights')
  const [, script = ''] = /href="(\/assets\/[^"]+\.js)"/.exec(page) ?? []
  for (const path of [script, '/api/events', '/share/series.jpg', '/calendar.ics', '/api/docs']) {
    expect([path, (await fetch(greenroom.url + path)).status]).toEqual([path, 200])
  }
}, 400_000)

test('every image that is built upon or started has an exact tag', () => {
  const named = [
    ...dockerfile.matchAll(/^FROM (\S+)/gm),
    ...readFileSync('compose.yaml', 'utf8').matchAll(/^\s+image: (\S+)/gm),
  ].map(([, image = '']) => image)
  expect(named).toHaveLength(4)
  for (const image of named) {
    expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?-bookworm(-slim)?$|@sha256:[0-9a-f]{64}$/)
  }
})

import { firstEvent } from './support/first-event.ts'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { registrationBody } from './support/builders.ts'
import { registerOne } from './support/register-crowd.ts'
import { startGreenroom, type Greenroom, type GreenroomOptions } from './support/start-greenroom.ts'

const bounded = { timeout: 240_000 }

async function start(options: GreenroomOptions = {}) {
  const greenroom = await startGreenroom(options)
  onTestFinished(() => greenroom.close())
  return greenroom
}

/** Returns the landing page's styles and scripts, which browsers may still request after an upgrade. */
async function loadedFiles({ url }: Greenroom): Promise<string[]> {
  const document = await (await fetch(url)).text()
  return [...new Set([...document.matchAll(/\/assets\/[\w.-]+\.js/g)].map(([path]) => path))]
}

async function expectServed({ url }: Greenroom, paths: string[]) {
  expect(paths.length).toBeGreaterThan(2)
  for (const path of paths) expect([path, (await fetch(url + path)).status]).toEqual([path, 200])
}

test(
  'a second start on the same data names the running process and harms nothing',
  bounded,
  async () => {
    const first = await start()
    const files = await loadedFiles(first)
    const eventId = await firstEvent(first)
    const body = registrationBody({ eventIds: [eventId] })
    await registerOne(first.url, body)

    for (let time = 0; time < 2; time++) {
      const refusal = startGreenroom({ dataDir: first.dataDir })
      await expect(refusal).rejects.toThrow(`is in use by process ${first.pid} on `)
    }

    const again = await registerOne(first.url, body)
    expect(again).toEqual({ status: 200, body: { isExistingUser: true, newRegistrations: [] } })
    const another = await registerOne(first.url, registrationBody({ eventIds: [eventId] }))
    expect(another.body.newRegistrations).toHaveLength(1)
    await expectServed(first, files)
    await first.restart()
    expect((await registerOne(first.url, body)).body.isExistingUser).toBe(true)
  },
)

const sources = [
  'app',
  'content',
  'kernel',
  'schema',
  'platform',
  'client',
  'features',
  'main',
  'node-version.mjs',
  'package-lock.json',
  'package.json',
  'react-router.config.ts',
  'run.mjs',
  'tsconfig.json',
  'vite.config.ts',
]

/** Copies the project's sources for changes by the test, with links to its packages and builds. */
function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-copy-'))
  const copied = existsSync('build') ? [...sources, 'build'] : sources
  for (const name of copied) cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Changes the root and removes all pages but the front page, to shorten the build. */
function plantChange(folder: string) {
  appendFileSync(join(folder, 'app', 'root.tsx'), '\nObject.assign(globalThis, { planted: 1 })\n')
  writeFileSync(
    join(folder, 'app', 'routes.ts'),
    `import { index } from '@react-router/dev/routes'
     export default [index('front-page/front-page.tsx')]`,
  )
}

/** Plants two failures in one line: a logged one, and one of a call. Returns the line's number. */
function plantFailures(folder: string) {
  const file = join(folder, 'platform', 'http', 'health.ts')
  const lines = readFileSync(file, 'utf8').split('\n')
  const number = lines.findIndex((line) => line.includes("status: 'ok' as const"))
  lines[number] =
    "serve(app, contract.getHealth, () => { app.deps.report('Planted', new RangeError('one')); throw new RangeError('two') })"
  writeFileSync(file, lines.join('\n'))
  return number + 1
}

/** Creates a build of other sources, last used the given hours ago. */
function plantBuild(folder: string, name: string, hoursAgo: number) {
  const path = join(folder, 'build', name)
  mkdirSync(path, { recursive: true })
  const lastUse = Date.now() / 1000 - hoursAgo * 3600
  utimesSync(path, lastUse, lastUse)
  return path
}

test(
  'a start with changed sources builds aside while the running one keeps its files',
  bounded,
  async () => {
    const folder = copyProject()
    // The compile cache is beside the packages, which belong to the real project.
    const env = { NODE_DISABLE_COMPILE_CACHE: '1' }
    const first = await start({ folder, env })
    const files = await loadedFiles(first)
    const newer = ['a', 'b', 'c'].map((name) => plantBuild(folder, name.repeat(16), -1))
    const forgotten = plantBuild(folder, 'd'.repeat(16), 48)

    plantChange(folder)
    const line = plantFailures(folder)
    const second = await start({ folder, env })
    const otherFiles = await loadedFiles(second)
    expect(otherFiles).not.toEqual(files)
    await expectServed(second, otherFiles)
    await expectServed(first, files)
    expect(await loadedFiles(first)).toEqual(files)
    expect(newer.every((path) => existsSync(path))).toBe(true)
    expect(existsSync(forgotten)).toBe(false)

    // Stack traces of built code name the source's position.
    expect((await fetch(`${second.url}/api/health`)).status).toBe(500)
    const place = `platform/http/health.ts:${line}:`
    for (const told of [
      `Planted failed: RangeError one \\(${place}\\d+\\)`,
      `RangeError: two\\\\n +at [^\\\\]*${place}`,
    ]) {
      await expect.poll(() => second.output()).toMatch(new RegExp(told))
    }
  },
)

import { mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { addMaterial, listMaterials } from '#features/materials/contract.ts'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import { firstEvent } from './support/first-event.ts'
import { startGreenroom } from './support/start-greenroom.ts'

/** Large enough that a kill within 200 ms after the last byte comes while rows are inserted. */
const content = Buffer.alloc(20_000_000, 'a page of slides ')
/**
 * Milliseconds from the moment at which the server has the whole file to the kill; undefined for a kill after the
 * response.
 */
const kills = [0, 60, 200, undefined]

test(
  'a server killed while it stores a file has the whole file afterwards, or nothing of it',
  { timeout: 300_000 },
  async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'greenroom-kills-'))
    const leftBehind = () => readdirSync(temporary).filter((name) => name.includes('upload'))
    const greenroom = await startGreenroom({ env: { RATE_LIMITS: 'off', TMPDIR: temporary } })
    onTestFinished(async () => {
      await greenroom.close()
      rmSync(temporary, { recursive: true, force: true })
    })
    const { url, adminUsername: username, adminPassword: password } = greenroom
    const login = await fetch(url + logInAdministrator.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    const cookie = login.headers.getSetCookie()[0]!.split(';')[0]!
    const path = url + addMaterial.path.replace(':id', String(await firstEvent(greenroom)))
    const answered: string[] = []

    for (const [index, pause] of kills.entries()) {
      const title = `Slides ${index}`
      const { body, whenRead } = bodyOf(title)
      const headers = { cookie, 'content-type': body.type }
      // The types of Node lack `duplex`, which `fetch` requires for streams.
      const request = { method: 'POST', headers, body: body.stream, duplex: 'half' }
      const call = fetch(path, request).then(
        ({ status }) => status === 200 && answered.push(title),
        () => false,
      )
      await whenRead
      await (pause === undefined ? call : wait(pause))
      await greenroom.kill()
      await call
      await greenroom.restart()
    }

    const list = listMaterials.reply.parse(
      await (await fetch(path, { headers: { cookie } })).json(),
    )
    expect(list.map(({ title }) => title)).toEqual(expect.arrayContaining(answered))
    expect(answered).toContain(`Slides ${kills.length - 1}`)
    for (const { title, url: file } of list) {
      const read = Buffer.from(await (await fetch(url + file)).arrayBuffer())
      expect([title, read.equals(content)]).toEqual([title, true])
    }
    await greenroom.stop()
    expect(leftBehind().length).toBeGreaterThan(0)
    const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60_000)
    for (const name of leftBehind()) utimesSync(join(temporary, name), twoHoursAgo, twoHoursAgo)
    await greenroom.restart()
    expect(leftBehind()).toEqual([])
  },
)

/** Returns a form as a stream; `whenRead` resolves when the HTTP client has read its last byte. */
function bodyOf(title: string) {
  const form = new FormData()
  form.append('kind', 'file')
  form.append('title', title)
  form.append('visibleTo', 'everybody')
  form.append('file', new Blob([content]), 'slides.bin')
  const encoded = new Response(form)
  const { promise: whenRead, resolve } = Promise.withResolvers<void>()
  const stream = encoded.body!.pipeThrough(new TransformStream({ flush: () => resolve() }))
  return { body: { type: encoded.headers.get('content-type')!, stream }, whenRead }
}

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import { withDatabase } from '#main/commands/command.ts'
import { serverSecrets } from '#schema/platform.ts'
import { startGreenroom } from './support/start-greenroom.ts'

test(
  'a first start that finds its port taken names PORT, and its password opens the admin area later',
  { timeout: 240_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'greenroom-data-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
    const other = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const env = { ADMIN_PASSWORD: undefined, ADMIN_USERNAME: undefined }
    const said: string = await startGreenroom({
      dataDir,
      env: { ...env, PORT: String(port) },
      isAsShipped: true,
    }).then(
      () => '',
      (error: Error) => error.message,
    )
    expect(said).toContain(`PORT ${port} is in use`)
    expect(said).not.toContain('node:net')
    const password = /Password \(shown this once\): (\S+)/.exec(said)?.[1]

    const publicUrl = 'https://talks.example.org'
    const open = { ...env, PUBLIC_URL: publicUrl }
    const greenroom = await startGreenroom({ dataDir, env: open, isAsShipped: true })
    onTestFinished(() => greenroom.close())
    expect(greenroom.output()).toContain(` is open at ${publicUrl}\n`)
    expect(greenroom.output()).toContain(`The admin area: ${publicUrl}/admin\n`)
    expect(greenroom.output()).not.toContain('Password')
    const { status } = await fetch(greenroom.url + logInAdministrator.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password }),
    })
    expect(status).toBe(200)

    // Even a backup of an unused database contains the key that hashes erased addresses.
    await greenroom.stop()
    const secrets = await withDatabase({ dataDir }, ({ db }) => db.select().from(serverSecrets))
    expect(secrets.map(({ name }) => name)).toEqual(expect.arrayContaining(['addresses', 'links']))
  },
)

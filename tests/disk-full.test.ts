import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#platform/db/open.ts'
import { registrationBody } from './support/builders.ts'
import { firstEvent } from './support/first-event.ts'
import { registerOne } from './support/register-crowd.ts'
import { startGreenroom } from './support/start-greenroom.ts'

const onEmbedded = inject('databaseTemplate').kind === 'embedded'

/** Mounts a small disk; undefined if this user may not mount. */
function mountSmallDisk() {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-small-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m', 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  return {
    folder,
    fill() {
      const { bavail, bsize } = statfsSync(folder)
      try {
        appendFileSync(filler, Buffer.alloc(bavail * bsize))
      } catch (error) {
        // The site used the remaining space first, so the disk is full either way.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount() {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

const disk = onEmbedded ? mountSmallDisk() : undefined
if (onEmbedded && !disk) console.log('A full disk was not tried: only root may mount a small one.')

test.runIf(disk)(
  'on a full disk registering and starting say so in words, and after making room nobody is lost',
  { timeout: 180_000 },
  async () => {
    const { folder, fill, free, unmount } = disk!
    const dataDir = join(folder, 'data')
    const greenroom = await startGreenroom({ dataDir, env: { RATE_LIMITS: 'off' } })
    onTestFinished(async () => {
      await greenroom.close()
      unmount()
    })
    const { url } = greenroom
    const eventId = await firstEvent(greenroom)
    const register = () => registerOne(url, registrationBody({ eventIds: [eventId] }))
    const ready = async () => (await fetch(`${url}/api/ready`)).status
    expect([(await register()).status, await ready()]).toEqual([200, 200])
    let acknowledged = 1
    fill()
    // Preallocated space is used up first.
    let answer = await register()
    for (; answer.status === 200; answer = await register()) acknowledged++
    expect(answer).toMatchObject({
      status: 503,
      body: {
        message: 'We cannot save anything at the moment. Please try again in a few minutes.',
      },
    })
    expect(await ready()).toBe(503)
    expect((await fetch(url)).status).toBe(200)
    await greenroom.kill()
    fill()
    const sentence = 'The disk is full, so nothing can be saved in DATA_DIR.'
    await expect(greenroom.restart()).rejects.toThrow(sentence)
    expect(greenroom.output()).not.toContain('    at ')
    free()
    await greenroom.restart()
    expect([(await register()).status, await ready()]).toEqual([200, 200])
    await greenroom.stop()
    const { pool, close } = await openDatabase({ dataDir })
    const { rows } = await pool.query('select count(*)::int as number from event_registrations')
    await close()
    expect(rows[0].number).toBe(acknowledged + 1)
  },
)

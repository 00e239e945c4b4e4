import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

/** Beside the embedded database, for nobody but the site's own user; no copy takes it along. */
export const keyFile = 'settings.key'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32

/** Said wherever a secret is to be kept and there is no key. */
export const noKeyWords =
  'No password or key can be kept here yet: whoever runs the site sets SETTINGS_KEY first, a text of at least 32 characters, the same on every node'

/** What the secrets of settings, and of webhooks, are sealed with before they are stored. */
export type Seal = {
  /** Whether there is a key, or can be one. */
  isUsable: boolean
  /** Undefined where there is no key to seal with. Where the file of the key is missing it is made. */
  seal(name: string, secret: string): Buffer | undefined
  /** Undefined for what another key sealed, or under another name, and where there is no key. */
  open(name: string, sealed: Buffer): string | undefined
}

type KeyConfig = Pick<Config, 'settingsKey' | 'dataDir' | 'databaseUrl'>

/**
 * Seals by SETTINGS_KEY; without it by a file in the data folder, which the embedded database alone has: nodes
 * that share a database share no folder.
 */
export function createSeal({ settingsKey, dataDir, databaseUrl }: KeyConfig): Seal {
  let derived: Buffer | undefined
  const file = join(dataDir, keyFile)

  function findKey(): Buffer | undefined {
    if (settingsKey) return (derived ??= scryptSync(settingsKey, 'greenroom settings', keyBytes))
    if (databaseUrl || !existsSync(file)) return undefined
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
    return key.length === keyBytes ? key : undefined
  }

  /** Put in place whole: a start that is cut off leaves no half a key. */
  function makeKey(): Buffer | undefined {
    if (databaseUrl || existsSync(file)) return undefined
    const key = randomBytes(keyBytes)
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const unfinished = `${file}.part`
    writeFileSync(unfinished, `${key.toString('base64url')}\n`, { mode: 0o600, flush: true })
    renameSync(unfinished, file)
    return key
  }

  return {
    isUsable: settingsKey !== undefined || !databaseUrl,
    seal(name, secret) {
      const key = findKey() ?? makeKey()
      if (!key) return undefined
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(name))
      const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(name, sealed) {
      try {
        const key = findKey()
        if (!key) return undefined
        const nonce = sealed.subarray(0, nonceBytes)
        const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes)
        const options = { authTagLength: tagBytes }
        const decipher = createDecipheriv(algorithm, key, nonce, options)
          .setAAD(Buffer.from(name))
          .setAuthTag(tag)
        const body = sealed.subarray(nonceBytes + tagBytes)
        return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
      } catch {
        // Sealed with another key, or a file that cannot be read: it has to be entered again.
        return undefined
      }
    },
  }
}

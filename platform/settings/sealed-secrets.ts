import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from './config.ts'

/**
 * Name of the key file in the data folder of an embedded database. The key encrypts the secrets of settings. Only
 * the site's operating system user can read the file; backups omit it.
 */
export const keyFile = 'settings.key'

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32

/** Error message for storing a secret without an encryption key. */
export const noKeyMessage =
  'Passwords and keys cannot be stored yet. The operator of the site must first set SETTINGS_KEY to a text of at least 32 characters, the same on every node'

/** Encrypts the secrets of settings and webhooks before they are stored. */
export type Seal = {
  /** Whether an encryption key exists or can be created. */
  isUsable: boolean
  /** Returns the encrypted secret; undefined if there is no encryption key. Creates the key file if it is missing. */
  seal(name: string, secret: string): Buffer | undefined
  /**
   * Returns the decrypted secret; undefined if another key encrypted it, if it was encrypted for another name, or
   * if there is no key.
   */
  open(name: string, sealed: Buffer): string | undefined
}

type KeyConfig = Pick<Config, 'settingsKey' | 'dataDir' | 'databaseUrl'>

/**
 * Returns functions that encrypt and decrypt secrets. Their key is SETTINGS_KEY or, with the embedded database
 * only, the key file in the data folder. Nodes that share a PostgreSQL database share no folder.
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

  /** Creates the key file atomically, so that an interrupted start leaves no partial key. */
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
        // Another key encrypted the secret, or the key file is unreadable: an administrator must enter the secret
        // again.
        return undefined
      }
    },
  }
}

import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'

/**
 * File name suffix of encrypted files. Their format is that of age, an encryption tool (https://age-encryption.org), so
 * that operators can decrypt them without Greenroom.
 */
export const encryptedEnding = '.age'

const encryptedStart = 'age-encryption.org/v1\n'

/** The keys in BACKUP_KEY, called identities by age: the first one encrypts, each of them can decrypt. */
export type EncryptionKeys = readonly [string, ...string[]]

/**
 * Generates a key pair in the format of age: `identity` is the private key, which decrypts; `recipient` is the public
 * key, which only encrypts.
 */
export async function makeEncryptionKey(): Promise<{ identity: string; recipient: string }> {
  // Generate this type of key, because Debian's version of the tool `age` supports no newer one.
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Returns whether a text is a private key in the format of age, with a valid checksum. */
export function isEncryptionKey(text: string): boolean {
  try {
    new Decrypter().addIdentity(text)
    return text.startsWith('AGE-SECRET-KEY-1')
  } catch {
    return false
  }
}

/** Encrypts a stream with the first key; keeps a few hundred kilobytes in memory. */
export async function* encrypt([identity]: EncryptionKeys, pieces: AsyncIterable<Uint8Array>) {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(identity))
  yield* await encrypter.encrypt(toWebStream(pieces))
}

/** Yields a file's content, decrypted if necessary. Throws UnusableDatabase if no key decrypts the file. */
export async function* readDecrypted(
  file: string,
  keys: EncryptionKeys | undefined,
): AsyncGenerator<Uint8Array> {
  const pieces: AsyncIterable<Uint8Array> = createReadStream(file)
  if (!(await isEncrypted(file))) {
    yield* pieces
    return
  }
  if (!keys) {
    throw new UnusableDatabase(
      `${file} is encrypted: set BACKUP_KEY to the key it was made with. Nothing was changed.`,
    )
  }
  const decrypter = new Decrypter()
  for (const key of keys) decrypter.addIdentity(key)
  try {
    yield* await decrypter.decrypt(toWebStream(pieces))
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    if (code) throw error
    const isForAnother = message.includes('no identity matched')
    const reason = isForAnother
      ? 'is encrypted for another key than BACKUP_KEY'
      : 'is damaged: it cannot be decrypted'
    throw new UnusableDatabase(`${file} ${reason}. Nothing was changed.`, { cause: error })
  }
}

function toWebStream(pieces: AsyncIterable<Uint8Array>) {
  return Readable.toWeb(Readable.from(pieces)) as ReadableStream<Uint8Array>
}

async function isEncrypted(file: string) {
  await using opened = await open(file, 'r')
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(encryptedStart.length), 0)
  return buffer.toString('latin1', 0, bytesRead) === encryptedStart
}

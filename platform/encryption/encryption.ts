import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { UnusableDatabase } from '#platform/errors/operator-error.ts'

/** What an encrypted file's name ends in; the tool `age` opens it with the identity of BACKUP_KEY. */
export const encryptedEnding = '.age'

const encryptedStart = 'age-encryption.org/v1\n'

/** The identities of BACKUP_KEY: the first one encrypts, and each may open. */
export type EncryptionKeys = readonly [string, ...string[]]

/** A new identity, which opens what is encrypted, and its recipient, which can only encrypt. */
export async function makeEncryptionKey(): Promise<{ identity: string; recipient: string }> {
  // Debian's age knows no newer kind of key.
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** Whether a text is an identity, its checksum included. */
export function isEncryptionKey(text: string): boolean {
  try {
    new Decrypter().addIdentity(text)
    return text.startsWith('AGE-SECRET-KEY-1')
  } catch {
    return false
  }
}

/** Encrypts bytes as they come; a few hundred kilobytes are held at a time. */
export async function* encrypt([identity]: EncryptionKeys, pieces: AsyncIterable<Uint8Array>) {
  const encrypter = new Encrypter()
  encrypter.addRecipient(await identityToRecipient(identity))
  yield* await encrypter.encrypt(toWebStream(pieces))
}

/** A file's bytes, opened with one of the keys if it is encrypted. Throws UnusableDatabase where none fits. */
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

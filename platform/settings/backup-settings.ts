import { isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { isEncryptionKey, type EncryptionKeys } from '#platform/encryption/encryption.ts'
import type { Setting } from './setting-schemas.ts'

const word = z.string().trim().min(1, 'must not be empty')
const secret = (doc: string) => ({ doc, fallback: '', schema: word })

/** The parsed BACKUP_URL: a local folder, or an S3 bucket with a prefix of object names. */
type Place = { kind: 'folder'; folder: string } | { kind: 'bucket'; bucket: string; prefix: string }

const place = word.transform((value, context): Place => {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(value) ?? []
  if (bucket) return { kind: 'bucket', bucket, prefix: prefix && `${prefix.replace(/\/+$/, '')}/` }
  if (value.startsWith('file:') && URL.canParse(value) && !new URL(value).host) {
    return { kind: 'folder', folder: fileURLToPath(value) }
  }
  if (isAbsolute(value) || !/^[a-z][a-z0-9+.-]+:/i.test(value)) {
    return { kind: 'folder', folder: resolve(value) }
  }
  context.addIssue('must be a folder, a file: address of one, or s3://bucket/folder')
  return z.NEVER
})

/**
 * Schema of the region of an S3 bucket. The region becomes part of a host name, so dots and delimiters are forbidden.
 */
const serverPart = word.regex(
  /^[\w-]{1,63}$/,
  'must contain only letters, digits and hyphens, such as eu-central-1',
)

const endpoint = word.transform((value, context) => {
  const url = URL.parse(value)
  // File names are appended to the URL of the S3 storage, so it must not have a query or fragment. The admin area
  // displays this URL, so it must not contain credentials.
  const isPlain = url && !/[?#]/.test(value) && !url.username && !url.password
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/$/, '')
  context.addIssue('must be an address such as https://s3.example.org')
  return z.NEVER
})

const encryptionKeys = word.transform((value, context): EncryptionKeys => {
  const keys = value.split(/[\s,]+/).filter(Boolean)
  const [first, ...others] = keys
  if (first && keys.every(isEncryptionKey)) return [first, ...others]
  context.addIssue('must be the identity that "npm run backup -- keygen" prints: AGE-SECRET-KEY-1…')
  return z.NEVER
})

/** Settings of database backups; see docs/operations.md, "Back up and restore". */
export const backupSettings = {
  BACKUP_URL: {
    doc: 'Where daily backups of the database are stored: a folder, ideally on another disk, a file: URL, or s3://bucket/folder. Unset: no backups.',
    fallback: '',
    schema: place,
  },
  BACKUP_KEY: {
    doc: 'Encrypts backups in the age format: the identity that "npm run backup -- keygen" prints. Older identities, separated by spaces, still decrypt older backups. Unset: backups are not encrypted.',
    fallback: '',
    schema: encryptionKeys,
  },
  BACKUP_S3_ENDPOINT: {
    doc: "API address of an S3-compatible storage other than Amazon's. Unset: Amazon's, in the region.",
    fallback: '',
    schema: endpoint,
  },
  BACKUP_S3_REGION: { doc: 'Region of the bucket.', fallback: 'us-east-1', schema: serverPart },
  BACKUP_S3_KEY_ID: secret('Access key id for the bucket.'),
  BACKUP_S3_SECRET: secret('Secret access key for the bucket.'),
} as const satisfies Record<string, Setting>

export type BucketConfig = {
  kind: 'bucket'
  bucket: string
  /** Prefix of each object's name in the bucket: empty, or ends with a slash. */
  prefix: string
  endpoint: string
  region: string
  keyId: string
  secret: string
}

export type BackupConfig = { kind: 'folder'; folder: string } | BucketConfig

type Read = <Name extends keyof typeof backupSettings>(
  name: Name,
) => z.output<(typeof backupSettings)[Name]['schema']> | undefined

/**
 * Returns the backup settings; undefined if BACKUP_URL is not set. Adds an error to `problems` for a bucket without
 * access keys.
 */
export function readBackup(read: Read, problems: string[]): BackupConfig | undefined {
  const found = read('BACKUP_URL')
  const region = read('BACKUP_S3_REGION') ?? ''
  const given = read('BACKUP_S3_ENDPOINT')
  const keyId = read('BACKUP_S3_KEY_ID')
  const key = read('BACKUP_S3_SECRET')
  if (found?.kind !== 'bucket') return found
  for (const [name, value] of Object.entries({ BACKUP_S3_KEY_ID: keyId, BACKUP_S3_SECRET: key })) {
    if (!value) problems.push(`${name} is missing: BACKUP_URL names a bucket`)
  }
  if (!keyId || !key) return undefined
  return {
    ...found,
    endpoint: given ?? `https://s3.${region}.amazonaws.com`,
    region,
    keyId,
    secret: key,
  }
}

import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { settingsComplaint } from '#tests/support/settings-complaint.ts'
import { loadConfig } from './config.ts'

test('the key of copies is one identity or several, and a mistyped one is refused unseen', () => {
  const key = 'AGE-SECRET-KEY-1U7FEF5UKCGC6US8HREVWM8Y60Z47KHHUSD75V5XMZVK8QK73RSDSYJKMTG'
  expect(loadConfig({}).backupKeys).toBeUndefined()
  expect(loadConfig({ BACKUP_KEY: `${key} ${key}` }).backupKeys).toEqual([key, key])
  for (const wrong of [key.replace('FEF', 'EFF'), 'age1thxaw5ck7', `${key} x`]) {
    const complaint = settingsComplaint({ BACKUP_KEY: wrong })
    expect(complaint).toContain('BACKUP_KEY must be the identity')
    expect(complaint).not.toContain(wrong)
  }
})

test('copies go nowhere unless it is said, to a folder by its path or address', () => {
  expect(loadConfig({}).backup).toBeUndefined()
  expect(loadConfig({ BACKUP_S3_SECRET: 'hush' }).backup).toBeUndefined()
  const folders = {
    './copies': resolve('copies'),
    '/mnt/a b': '/mnt/a b',
    'file:///mnt/a%20b': '/mnt/a b',
  }
  for (const [given, folder] of Object.entries(folders)) {
    expect(loadConfig({ BACKUP_URL: given }).backup).toEqual({ kind: 'folder', folder })
  }
})

test('a bucket needs its keys, which no message repeats, and takes an endpoint of its own', () => {
  const keys = { BACKUP_S3_KEY_ID: 'id', BACKUP_S3_SECRET: 'hush' }
  const bucket = { kind: 'bucket', bucket: 'copies', keyId: 'id', secret: 'hush' }
  expect(loadConfig({ BACKUP_URL: 's3://copies', ...keys }).backup).toEqual({
    ...bucket,
    prefix: '',
    region: 'us-east-1',
    endpoint: 'https://s3.us-east-1.amazonaws.com',
  })
  const elsewhere = { BACKUP_S3_ENDPOINT: 'https://storage.example.org/', BACKUP_S3_REGION: 'eu' }
  expect(loadConfig({ BACKUP_URL: 's3://copies/site/one/', ...keys, ...elsewhere }).backup).toEqual(
    {
      ...bucket,
      prefix: 'site/one/',
      region: 'eu',
      endpoint: 'https://storage.example.org',
    },
  )
  expect(settingsComplaint({ BACKUP_URL: 's3://copies', BACKUP_S3_KEY_ID: 'id' })).toBe(
    'BACKUP_S3_SECRET is missing: BACKUP_URL names a bucket',
  )
  const wrong = settingsComplaint({
    BACKUP_URL: 'ftp://user:hush@example.org',
    BACKUP_S3_ENDPOINT: 'storage',
  })
  expect(wrong).toMatch(/^BACKUP_URL must be a folder/m)
  expect(wrong).toMatch(/^BACKUP_S3_ENDPOINT must be an address/m)
  expect(wrong).not.toContain('hush')
})

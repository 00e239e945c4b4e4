import { expect } from 'vitest'
import * as contract from '#features/mail-texts/contract.ts'
import { registerForEvents } from '#features/registrations/contract.ts'
import type { MailKind } from '#kernel/mail-kinds.ts'
import { registrationBody } from './builders.ts'
import { startMailServer } from './mail-server.ts'
import { testApp } from './test-app.ts'

/** Starts a site with a mail server and an administrator who edits mail texts. */
export async function mailTextsStage() {
  const server = await startMailServer()
  const app = await testApp({
    config: {
      smtpUrl: server.url,
      mailFrom: '"House Lights" <hello@lights.example>',
      publicUrl: 'http://lights.example',
    },
  })
  const admin = await app.asAdmin()
  const read = async (kind: MailKind) =>
    (await admin.call(contract.readMailTexts, { params: { kind } })).body
  async function save(kind: MailKind, words: contract.WrittenWords) {
    const { version } = await read(kind)
    return admin.call(contract.saveMailTexts, { params: { kind }, body: { ...words, version } })
  }
  const publish = async (note = '') => {
    const { version } = await read('moved')
    return admin.call(contract.publishMailTexts, { body: { version, note } })
  }
  async function show(kind: MailKind, words: contract.WrittenWords) {
    expect((await save(kind, words)).status).toBe(200)
    expect((await publish()).status).toBe(200)
  }
  const preview = async (kind: MailKind, body: Record<string, unknown> = {}) =>
    (await admin.call(contract.previewMailTexts, { params: { kind }, body })).body
  async function register(email: string, ...eventIds: number[]) {
    const body = registrationBody({ email, firstName: 'Thandi', eventIds })
    expect((await app.call(registerForEvents, { body })).status).toBe(200)
  }
  return { ...app, server, admin, read, save, publish, show, preview, register }
}

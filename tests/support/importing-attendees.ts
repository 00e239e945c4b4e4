import { importAttendees, importVideoAccess } from '#features/imports/contract.ts'
import { testApp } from './test-app.ts'

export const lindiwe = { firstName: 'Lindiwe', lastName: 'Dube', email: 'lindiwe@example.com' }

/** Starts the app with an administrator; `run` and `runViewers` import rows and return the reply. */
export async function importingAttendees() {
  const app = await testApp()
  const admin = await app.asAdmin()
  return {
    ...app,
    admin,
    async run(...attendees: Record<string, unknown>[]) {
      const { status, body } = await admin.call(importAttendees, { body: { attendees } })
      if (status !== 200) throw new Error(`the import was answered ${status}: ${body.message}`)
      return body
    },
    async runViewers(...emails: Record<string, unknown>[]) {
      const { status, body } = await admin.call(importVideoAccess, { body: { emails } })
      if (status !== 200) throw new Error(`the import was answered ${status}: ${body.message}`)
      return body
    },
  }
}

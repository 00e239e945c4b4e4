import * as contract from '#features/administrators/contract.ts'
import { listRegistrations } from '#features/reports/contract.ts'
import { logInAdministrator } from '#features/sign-in/contract.ts'
import { administrator, testApp } from './test-app.ts'

export const colleague = { username: 'thandi', password: 'house-lights-down' }

/** Sets up an administrator who is signed in, and a colleague whom they added. */
export async function administratorsStage(config: { rateLimits?: boolean } = {}) {
  const app = await testApp({ config })
  const admin = await app.asAdmin()
  const added = await admin.call(contract.addAdministrator, {
    body: { ...colleague, presentPassword: administrator.password },
  })
  if (added.status !== 200) throw new Error('the colleague could not be added')
  async function signIn(login: { username: string; password: string }, from?: string) {
    const caller = app.newCaller()
    const { status } = await caller.call(logInAdministrator, { body: login, from })
    return { ...caller, status, isIn: async () => (await reads(caller)) === 200 }
  }
  async function reads({ call }: { call: typeof admin.call }) {
    return (await call(listRegistrations)).status
  }
  async function idOf(username: string) {
    const { body } = await admin.call(contract.listAdministrators)
    return body.find((row) => row.username === username)?.id ?? 0
  }
  return { ...app, admin, signIn, reads, idOf, added: added.body }
}

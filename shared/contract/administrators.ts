import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { instant, rowId, rowIdInPath } from './fields.ts'
import { adminLoginForm, requiredPassword } from './session.ts'

/** Of every new password, in characters. */
export const shortestPassword = 8

function chosenPassword(label: string) {
  return requiredPassword(label).min(
    shortestPassword,
    `${label} must have at least ${shortestPassword} characters`,
  )
}

export const newAdministratorForm = z.object({
  username: adminLoginForm.shape.username,
  password: chosenPassword('Password'),
})

export const passwordForm = z.object({
  presentPassword: requiredPassword('Present password'),
  newPassword: chosenPassword('New password'),
})

export const administratorRow = z.object({
  id: rowId,
  username: z.string(),
  createdAt: instant,
  /** The caller's own row. */
  isSelf: z.boolean(),
})
export type AdministratorRow = z.output<typeof administratorRow>

export const listAdministrators = endpoint({
  method: 'GET',
  path: '/api/admin/administrators',
  access: 'admin',
  summary: 'Everybody who may sign in to the admin area, by name.',
  reply: z.array(administratorRow),
})

export const addAdministrator = endpoint({
  method: 'POST',
  path: '/api/admin/administrators',
  access: 'admin',
  summary: 'Adds an administrator, who can sign in at once.',
  body: newAdministratorForm,
  refusals: ['administrator_exists'],
  reply: z.object({ id: rowId }),
})

export const removeAdministrator = endpoint({
  method: 'DELETE',
  path: '/api/admin/administrators/:administratorId',
  access: 'admin',
  summary: 'Removes an administrator and ends their sessions; never the last one.',
  params: z.object({ administratorId: rowIdInPath }),
  refusals: ['no_such_administrator', 'last_administrator'],
  reply: z.object({ id: rowId }),
})

export const changeOwnPassword = endpoint({
  method: 'POST',
  path: '/api/admin/password',
  access: 'admin',
  summary: "Changes the caller's own password, and ends their other sessions.",
  body: passwordForm,
  refusals: ['wrong_present_password'],
  reply: z.object({ message: z.string() }),
})

import { z } from 'zod'
import { endpoint } from '#kernel/endpoint.ts'
import { instant, requiredText, rowId, rowIdInPath } from '#kernel/fields.ts'
import { apiScopes } from '#kernel/api-scopes.ts'

const noScope = 'Choose at least one permission'

export const newApiKeyForm = z.object({
  name: requiredText('Name', 'Name is required', 80),
  scopes: z
    .array(z.enum(apiScopes, `Must be one of ${apiScopes.join(', ')}`), { error: noScope })
    .min(1, noScope)
    .transform((scopes) => apiScopes.filter((scope) => scopes.includes(scope))),
  /** When the key expires; omitted or null: never. */
  expiresAt: z.iso
    .datetime({ offset: true, error: 'Expires at must be an ISO 8601 instant' })
    .nullish(),
})
export type NewApiKeyForm = z.output<typeof newApiKeyForm>

export const createApiKey = endpoint('POST /api/admin/keys', {
  access: 'owner',
  needsPassword: true,
  summary: 'Creates an API key; only this reply contains the whole key.',
  body: newApiKeyForm,
  reply: z.object({ id: rowId, key: z.string() }),
})

export const apiKeyRow = z.object({
  id: rowId,
  name: z.string(),
  /** The first characters of the key, to identify it. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  /** Name of the administrator who created the key; removing that administrator revokes the key. */
  madeBy: z.string(),
  createdAt: instant,
  expiresAt: instant.nullable(),
  isExpired: z.boolean(),
  lastUsedAt: instant.nullable(),
})
export type ApiKeyRow = z.output<typeof apiKeyRow>

export const listApiKeys = endpoint('GET /api/admin/keys', {
  access: 'viewer',
  summary: 'Lists the API keys of all administrators, newest first, without the keys themselves.',
  reply: z.array(apiKeyRow),
})

export const removeApiKey = endpoint('DELETE /api/admin/keys/:id', {
  access: 'owner',
  summary: 'Removes an API key, which is invalid from then on.',
  params: z.object({ id: rowIdInPath }),
  refusals: ['no_such_api_key'],
  reply: z.object({ id: rowId }),
})

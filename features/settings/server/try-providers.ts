import { z } from 'zod'
import type { TriedStep, TryOutcome } from '#features/settings/contract.ts'
import { callServer } from '#platform/http/reach-server.ts'
import type { MailerliteConfig, ZoomConfig } from '#platform/settings/provider-settings.ts'
import { Failed, takeSteps, stepResult } from './tried-step.ts'

/**
 * Zoom permissions that Greenroom uses, in Zoom's classic and granular naming; docs/webinars.md lists their purposes.
 */
const scopes = {
  classic: [
    'webinar:write:admin',
    'webinar:read:admin',
    'meeting:write:admin',
    'meeting:read:admin',
    'report:read:admin',
  ],
  granular: [
    'webinar:write:registrant:admin',
    'webinar:read:list_registrants:admin',
    'webinar:update:registrant_status:admin',
    'webinar:read:webinar:admin',
    'webinar:read:list_panelists:admin',
    'meeting:read:meeting:admin',
    'report:read:list_webinar_participants:admin',
  ],
}
/** Optional Zoom permissions, with the feature that does not work without each. */
const extras: Record<string, string> = {
  'meeting:write:admin': 'Only needed for events in Zoom meetings.',
  'meeting:read:admin': 'Only needed for events in Zoom meetings.',
  'meeting:read:meeting:admin': 'Only needed for events in Zoom meetings.',
  'webinar:read:webinar:admin': 'Only needed for the host’s own link.',
  'webinar:read:list_panelists:admin': 'Only needed for a guest’s own link as panelist.',
  'report:read:admin': 'Only needed for attendance.',
  'report:read:list_webinar_participants:admin': 'Only needed for attendance.',
}

const tokenReply = z.object({ access_token: z.string(), scope: z.string().default('') })

/** Tests the Zoom credentials: requests a token and checks which permissions it has. */
export async function tryZoom(zoom: ZoomConfig | undefined): Promise<TriedStep[]> {
  if (!zoom) {
    return [
      stepResult('entered', 'not_entered', { message: 'Enter the Zoom app’s credentials first.' }),
    ]
  }
  const { accountId, clientId, clientSecret, oauthUrl } = zoom
  let granted: string[] = []

  async function askForToken(signal: AbortSignal) {
    const words = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const form = { grant_type: 'account_credentials', account_id: accountId }
    const body = Buffer.from(new URLSearchParams(form).toString())
    const headers = {
      authorization: `Basic ${words}`,
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': String(body.length),
    }
    const answer = await callServer(new URL(oauthUrl), { method: 'POST', headers, body }, signal)
    if (answer.status === 400 || answer.status === 401) throw new Failed('wrong_login')
    const { scope } = readAnswer(tokenReply, answer)
    granted = scope.split(/\s+/)
  }

  const [token] = await takeSteps([['token', askForToken]], () => undefined)
  if (token!.outcome === 'wrong_login') {
    const message =
      'Zoom has no app with these credentials. Copy account ID, client ID and client secret from its app credentials, and check that the app is activated.'
    return [stepResult('token', 'wrong_login', { message })]
  }
  return [token!, ...(token!.isGood ? judgeScopes(granted) : [])]
}

function judgeScopes(granted: string[]): TriedStep[] {
  const isClassic = granted.some((scope) => scopes.classic.includes(scope))
  return scopes[isClassic ? 'classic' : 'granular'].map((about) => {
    if (granted.includes(about)) return stepResult('scope', 'good', { about, message: 'Allowed.' })
    const extra = extras[about]
    return extra
      ? stepResult('scope', 'without', { about, message: `Not allowed. ${extra}` })
      : stepResult('scope', 'missing_scope', { about })
  })
}

const groupsReply = z.object({ data: z.array(z.unknown()) })

/** Tests the MailerLite key: requests one group of the account, and the configured group. */
export async function tryMailerlite(
  mailerlite: MailerliteConfig | undefined,
): Promise<TriedStep[]> {
  if (!mailerlite) {
    const message = 'Enter the key and the secret of the webhook first.'
    return [stepResult('entered', 'not_entered', { message })]
  }
  const { apiKey, apiUrl, groupId } = mailerlite
  async function ask(path: string, signal: AbortSignal) {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      accept: 'application/json',
      'content-type': 'application/json',
    }
    const answer = await callServer(new URL(apiUrl + path), { method: 'GET', headers }, signal)
    if ([401, 402, 403].includes(answer.status)) throw new Failed('wrong_login')
    if (answer.status === 404) throw new Failed('not_there')
    readAnswer(groupsReply, answer)
  }
  const told = await takeSteps(
    [
      ['token', (signal) => ask('/groups?limit=1', signal)],
      [
        'group',
        async (signal) => {
          if (!groupId) return stepResult('group', 'without', { message: 'No group is entered.' })
          return ask(`/groups/${groupId}/subscribers?limit=1`, signal)
        },
      ],
    ],
    () => undefined,
  )
  return told.map((step) => (step.outcome === 'wrong_login' ? wrongKey : step))
}

const wrongKey = stepResult('token', 'wrong_login', {
  message:
    'MailerLite rejects this key. Create a new one under Integrations, API, and enter all of it.',
})

function readAnswer<Answer>(
  schema: z.ZodType<Answer>,
  { status, body }: { status: number; body: Buffer },
): Answer {
  if (status < 200 || status > 299) throw new Failed(judgeStatus(status))
  const read = schema.safeParse(parse(body.toString('utf8')))
  if (!read.success) throw new Failed('not_understood')
  return read.data
}

function judgeStatus(status: number): TryOutcome {
  if (status === 429) return 'too_many'
  return status >= 500 ? 'broken' : 'not_understood'
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

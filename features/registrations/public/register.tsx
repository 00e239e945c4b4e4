import {
  useLoaderData,
  useSearchParams,
  type LoaderFunctionArgs,
  type MetaArgs,
} from 'react-router'
import { formAnswerOf, pageCallOf } from '#client/api/page-context.ts'
import { answerReply } from '#client/forms/form-answer.ts'
import { describePage, seriesPicture } from '#client/page/page-meta.ts'
import { siteOfMatches, useTexts } from '#client/page/use-site.ts'
import { buttonStyle } from '#client/ui/button.tsx'
import { noScriptFallback } from '#client/ui/no-script-fallback.ts'
import { getCurrentEvent } from '#features/events/contract.ts'
import type { requestVideoAccess } from '#features/registrations/contract.ts'
import type { ReplyOf } from '#kernel/endpoint.ts'
import { readWatchAddress, writeWatchAddress } from '#kernel/slug.ts'
import { FormPage } from './form-page.tsx'

const RegisterAndWatchForm = noScriptFallback(
  async () => (await import('./register-and-watch-form.tsx')).RegisterAndWatchForm,
)

export async function loader(args: LoaderFunctionArgs) {
  return { current: await pageCallOf(args)(getCurrentEvent), answer: formAnswerOf(args) }
}

export function meta({ matches }: MetaArgs<typeof loader>) {
  const data = siteOfMatches(matches)
  if (!data) return []
  const { site, origin } = data
  return describePage(
    {
      title: `Register for free access | ${site.series.name}`,
      description: `One registration opens every recorded interview of ${site.series.name}. It is free and takes a minute.`,
      address: `${origin}/register`,
      image: seriesPicture(data),
    },
    data,
  )
}

/**
 * The page `/register`: the registration form of the Watch dialog. With `?watch=7`, interview 7 opens after
 * the registration.
 */
export default function Register() {
  const { current, answer } = useLoaderData<typeof loader>()
  const { openLead, registerLead } = useTexts().library
  const asked = readWatchAddress(useSearchParams()[0])
  const leadsTo = asked ? writeWatchAddress(asked.eventId, asked.from) : '/members'
  const reply = answerReply(answer) as ReplyOf<typeof requestVideoAccess> | undefined
  if (answer && reply) {
    const { eventStatus, isWaitlisted } = reply
    return (
      <FormPage title="Access Granted!" lead={openLead}>
        {eventStatus === 'full' && (
          <p className="mt-3">
            {isWaitlisted
              ? 'You are on the waiting list of the next event.'
              : 'All seats of the next event are taken. You can join the waiting list on its page.'}
          </p>
        )}
        <form method="post" action={leadsTo} className="mt-7 grid">
          <input type="hidden" name="email" value={answer.typed['email'] ?? ''} />
          <button type="submit" className={buttonStyle('primary', 'large')}>
            Open the video library
          </button>
        </form>
      </FormPage>
    )
  }
  return (
    <FormPage title="Register for free access" lead={registerLead}>
      <RegisterAndWatchForm {...{ current, leadsTo, answer }} />
    </FormPage>
  )
}

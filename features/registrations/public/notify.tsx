import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import { formAnswerOf } from '#client/api/page-context.ts'
import { describePage, seriesPicture } from '#client/page/page-meta.ts'
import { siteOfMatches, useTexts } from '#client/page/use-site.ts'
import { ButtonLink } from '#client/ui/button.tsx'
import { noScriptFallback } from '#client/ui/no-script-fallback.ts'
import { FormPage } from './form-page.tsx'

const FutureUpdatesForm = noScriptFallback(
  async () => (await import('./future-updates-form.tsx')).FutureUpdatesForm,
)

export function loader(args: LoaderFunctionArgs) {
  return { answer: formAnswerOf(args) }
}

export function meta({ matches }: MetaArgs<typeof loader>) {
  const data = siteOfMatches(matches)
  if (!data) return []
  const { site, origin } = data
  return describePage(
    {
      title: `${site.texts.event.updatesTitle} | ${site.series.name}`,
      description: `Get an email when ${site.series.name} announces its next event.`,
      address: `${origin}/notify`,
      image: seriesPicture(data),
    },
    data,
  )
}

/** The page `/notify`: the form for news of future events, not tied to one event. */
export default function Notify() {
  const { updatesTitle } = useTexts().event
  const { answer } = useLoaderData<typeof loader>()
  const granted = answer && answer.status < 400 ? answer.typed['firstName']?.trim() : undefined
  const [firstName, setFirstName] = useState(granted)
  if (firstName !== undefined) {
    return (
      <FormPage
        title="Added to Future Events List!"
        lead={`Thank you, ${firstName}. We will email you about new events.`}
      >
        <ButtonLink size="large" className="mt-7 w-full" href="/">
          Go to home page
        </ButtonLink>
      </FormPage>
    )
  }
  return (
    <FormPage title={updatesTitle}>
      <FutureUpdatesForm event={null} answer={answer} onDone={setFirstName} />
    </FormPage>
  )
}

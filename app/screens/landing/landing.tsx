import { useState } from 'react'
import { useLoaderData, useNavigate, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import type { PublicEvent } from '#shared/contract/events.ts'
import { writeWatchAddress } from '#shared/watch-address.ts'
import { useMayEnter } from '#app/api/use-auth-status.ts'
import { SiteFooter } from '#app/components/site-footer.tsx'
import { SiteHeader } from '#app/components/site-header.tsx'
import { siteOfMatches } from '#app/components/use-site.ts'
import { EventPartners } from './event-partners.tsx'
import { EventSupporters } from './event-supporters.tsx'
import { FutureEvents } from './future-events.tsx'
import { Hero } from './hero.tsx'
import type { LandingDialog } from './landing-dialog.ts'
import { LandingDialogs } from './landing-dialogs.tsx'
import { describeLanding } from './landing-meta.ts'
import { loadLanding } from './load-landing.ts'
import { PreviousInterviews } from './previous-interviews.tsx'
import { ShareSection } from './share-section.tsx'
import { Testimonials } from './testimonials.tsx'
import { UpcomingEvents } from './upcoming-events.tsx'
import { useAutomaticLogin } from './use-automatic-login.ts'
import { useHashScroll } from './use-hash-scroll.ts'
import { useLandingEvents } from './use-landing-events.ts'
import { useOpenOnce } from './use-open-once.ts'
import { useRegisterToWatch } from './use-register-to-watch.ts'

export function loader(args: LoaderFunctionArgs) {
  return loadLanding(args)
}

export function meta({ loaderData, matches }: MetaArgs<typeof loader>) {
  const site = siteOfMatches(matches)
  return site ? describeLanding(loaderData?.current ?? null, site, loaderData?.structured) : []
}

/** Landing and registration page. Specification, "Landing page". */
export default function Landing() {
  const events = useLandingEvents(useLoaderData<typeof loader>())
  const { current, upcoming, completed, future } = events
  const [dialog, setDialog] = useState<LandingDialog | null>(null)
  const mayEnter = useMayEnter()
  const navigate = useNavigate()

  useHashScroll(events.hasCompleted)
  const automaticLogin = useAutomaticLogin({ mayRedirect: dialog === null })
  useOpenOnce(() => current && setDialog({ kind: 'register', event: current }))

  useRegisterToWatch((eventId) => {
    const event = completed.find(({ id }) => id === eventId) ?? null
    setDialog({ kind: 'watch', event, mode: 'register' })
  })

  function watch(event: PublicEvent) {
    if (mayEnter()) void navigate(writeWatchAddress(event.id))
    else setDialog({ kind: 'watch', event })
  }

  return (
    <>
      <SiteHeader />
      <main id="main">
        <Hero next={upcoming[0]} onOpen={setDialog} />
        <UpcomingEvents events={upcoming} onOpen={setDialog} />
        <Testimonials />
        <EventPartners />
        <PreviousInterviews events={completed} onWatch={watch} />
        <EventSupporters />
        <FutureEvents events={future} onOpen={setDialog} />
        <ShareSection />
      </main>
      <SiteFooter />
      {automaticLogin}
      <LandingDialogs
        dialog={dialog}
        current={current}
        onOpen={setDialog}
        onClose={() => setDialog(null)}
      />
    </>
  )
}

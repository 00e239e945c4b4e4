import { useState } from 'react'
import {
  useLoaderData,
  type LoaderFunctionArgs,
  type MetaArgs,
  type MetaDescriptor,
} from 'react-router'
import { formAnswerOf } from '#client/api/page-context.ts'
import { readStoredEmail } from '#client/forms/stored-email.ts'
import { describePage } from '#client/page/page-meta.ts'
import { siteOfMatches, type SiteData } from '#client/page/use-site.ts'
import type { LibraryVideo } from '#features/library/contract.ts'
import { useVisitStart } from '#features/library/public/use-visit.ts'
import { authStatusOnMembers, useAuthStatus } from '#features/sign-in/public/session.ts'
import { fetchLibraryAhead } from './fetch-library.ts'
import { Library } from './library.tsx'
import { MemberLogin } from './member-login.tsx'
import { ServedLibrary } from './served-library.tsx'

// Whoever entered here before is probably let in: their library does not wait for the answer.
if (!import.meta.env.SSR && readStoredEmail() !== null) fetchLibraryAhead()

/** What became of the e-mail that was posted without scripts; otherwise nothing is read here. */
export function loader(args: LoaderFunctionArgs) {
  return { answer: formAnswerOf(args) }
}

/** Inside the site there is nothing to ask the server for. */
export function clientLoader(): { answer: undefined } {
  return { answer: undefined }
}

export function meta({ matches }: MetaArgs) {
  const site = siteOfMatches(matches)
  return site ? describeMembers(site) : []
}

/** Video library. Specification, "Library". The document itself holds nothing personal. */
export default function Members() {
  const { answer } = useLoaderData<typeof loader>()
  const { status, isChecking, isUnanswered, askAgain } = useAuthStatus(authStatusOnMembers)
  const takeStart = useVisitStart()
  const isShutOut = !isChecking && !status?.hasVideoAccess
  const [wasShutOut, setWasShutOut] = useState(false)
  if (isShutOut && !wasShutOut) setWasShutOut(true)

  // Whoever was let in keeps what was served for as long as nobody says otherwise.
  if ((isChecking || isUnanswered) && answer?.videos) {
    const videos = answer.videos as LibraryVideo[]
    return <ServedLibrary videos={videos} email={answer.typed['email'] ?? ''} />
  }
  if (isChecking || !status?.hasVideoAccess) {
    return (
      <MemberLogin
        isChecking={isChecking}
        onAskAgain={isUnanswered ? () => void askAgain() : undefined}
        answer={answer}
      />
    )
  }
  const { userEmail, isAdmin } = status
  return <Library email={userEmail} {...{ isAdmin, takeStart }} takesFocus={wasShutOut} />
}

/** How its link is previewed; kept out of search results. Specification, "Library". */
function describeMembers(siteData: SiteData): MetaDescriptor[] {
  const { site, origin } = siteData
  const { image } = site.share
  return describePage(
    {
      title: `Innovation Interview Library | ${site.series.name}`,
      description: `Every recorded interview of ${site.series.name} with ${site.series.host.name}, free to watch with your email address.`,
      address: `${origin}/members`,
      image: { ...image, src: `${origin}${image.src}` },
      isHidden: true,
    },
    siteData,
  )
}

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

// A visitor with a stored email is probably a member, so preload the library's code.
if (!import.meta.env.SSR && readStoredEmail() !== null) fetchLibraryAhead()

/** Returns the result of a form that was posted without scripts; undefined otherwise. */
export function loader(args: LoaderFunctionArgs) {
  return { answer: formAnswerOf(args) }
}

/** On client-side navigation, no form was posted without scripts, so the server's loader need not be called. */
export function clientLoader(): { answer: undefined } {
  return { answer: undefined }
}

export function meta({ matches }: MetaArgs) {
  const site = siteOfMatches(matches)
  return site ? describeMembers(site) : []
}

/** The video library. The document of a GET request contains no personal data. */
export default function Members() {
  const { answer } = useLoaderData<typeof loader>()
  const { status, isChecking, isUnanswered, askAgain } = useAuthStatus(authStatusOnMembers)
  const takeStart = useVisitStart()
  const isShutOut = !isChecking && !status?.hasVideoAccess
  const [wasShutOut, setWasShutOut] = useState(false)
  if (isShutOut && !wasShutOut) setWasShutOut(true)

  // After a login without scripts, the document contains the videos: show them until the session's status is known.
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

/** Returns the link preview of the library, and `noindex` for search engines. */
function describeMembers(siteData: SiteData): MetaDescriptor[] {
  const { site, origin } = siteData
  const { image } = site.share
  return describePage(
    {
      title: `${site.texts.library.title} | ${site.series.name}`,
      description: `Every recorded interview of ${site.series.name} with ${site.series.host.name}, free to watch with your email address.`,
      address: `${origin}/members`,
      image: { ...image, src: `${origin}${image.src}` },
      isHidden: true,
    },
    siteData,
  )
}

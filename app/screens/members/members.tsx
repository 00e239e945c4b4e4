import { useState } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type MetaArgs } from 'react-router'
import type { LibraryVideo } from '#shared/contract/library.ts'
import { formAnswerOf } from '#app/api/page-call.ts'
import { authStatusOnMembers } from '#app/api/queries.ts'
import { readStoredEmail } from '#app/api/stored-email.ts'
import { useAuthStatus } from '#app/api/use-auth-status.ts'
import { siteOfMatches } from '#app/components/use-site.ts'
import { fetchLibraryAhead } from './fetch-library.ts'
import { Library } from './library.tsx'
import { MemberLogin } from './member-login.tsx'
import { describeMembers } from './members-meta.ts'
import { ServedLibrary } from './served-library.tsx'
import { useVisitStart } from './use-visit-start.ts'

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

import { useState } from 'react'
import type { MetaArgs } from 'react-router'
import { authStatusOnMembers } from '#app/api/queries.ts'
import { useAuthStatus } from '#app/api/use-auth-status.ts'
import { siteOfMatches } from '#app/components/use-site.ts'
import { Library } from './library.tsx'
import { MemberLogin } from './member-login.tsx'
import { describeMembers } from './members-meta.ts'
import { useVisitStart } from './use-visit-start.ts'
import { Waiting } from './waiting.tsx'

export function meta({ matches }: MetaArgs) {
  const site = siteOfMatches(matches)
  return site ? describeMembers(site) : []
}

/** Video library. Specification 2, "/members". The document itself holds nothing personal. */
export default function Members() {
  const { status, isChecking } = useAuthStatus(authStatusOnMembers)
  const takeStart = useVisitStart()
  const isShutOut = !isChecking && !status?.hasVideoAccess
  const [wasShutOut, setWasShutOut] = useState(false)
  if (isShutOut && !wasShutOut) setWasShutOut(true)

  if (isChecking) return <Waiting>Checking access...</Waiting>
  if (!status?.hasVideoAccess) return <MemberLogin />
  const { userEmail, isAdmin } = status
  return <Library email={userEmail} {...{ isAdmin, takeStart }} takesFocus={wasShutOut} />
}

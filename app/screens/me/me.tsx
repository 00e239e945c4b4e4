import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MetaArgs } from 'react-router'
import { CallError } from '#app/api/call.ts'
import { explainLinkFailure } from '#app/components/explain-link-failure.ts'
import { SiteFooter } from '#app/components/site-footer.tsx'
import { SiteHeader } from '#app/components/site-header.tsx'
import { siteOfMatches } from '#app/components/use-site.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Container } from '#app/ui/section.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { AccountPage } from './my-page.tsx'
import { mine } from './my-queries.ts'
import { SignInForm } from './show-address.tsx'

export function meta({ matches }: MetaArgs) {
  const name = siteOfMatches(matches)?.site.series.name
  return [
    { title: name === undefined ? 'My page' : `My page | ${name}` },
    { name: 'robots', content: 'noindex' },
    { name: 'referrer', content: 'no-referrer' },
  ]
}

/**
 * `/me`: what is one's own, in a browser that has shown that the address is theirs. Specification, "My
 * page".
 */
export default function Account() {
  const { data, error, isFetching, refetch } = useQuery(mine)
  const [isErased, setIsErased] = useState(false)
  const isStranger = error instanceof CallError && error.status === 401
  return (
    <>
      <SiteHeader />
      <main id="main" className="py-10 sm:py-14">
        <Container>
          <div className="mx-auto max-w-3xl">
            {isErased ? (
              <Erased />
            ) : (
              <>
                {isStranger && <SignInForm />}
                {!isStranger && data && (
                  <AccountPage account={data} onErased={() => setIsErased(true)} />
                )}
                {!data && !isStranger && (
                  <>
                    <h1 className="text-title">My page</h1>
                    {error && !isFetching ? (
                      <div role="alert" className="mt-6 grid justify-items-start gap-4">
                        <p>{explainLinkFailure(error)}</p>
                        <Button onClick={() => void refetch()}>Try again</Button>
                      </div>
                    ) : (
                      <Skeleton className="mt-6 h-56" />
                    )}
                    <noscript>
                      <p className="mt-6">
                        This page needs JavaScript. The links in our mails join and unsubscribe
                        without it.
                      </p>
                    </noscript>
                  </>
                )}
              </>
            )}
          </div>
        </Container>
      </main>
      <SiteFooter />
    </>
  )
}

function Erased() {
  return (
    <div className="grid justify-items-start gap-5">
      <h1 tabIndex={-1} ref={(heading) => heading?.focus()} className="text-title outline-none">
        You are erased
      </h1>
      <p className="max-w-reading">
        We know nothing of you any more: no registration, no mail, nothing that you watched. Only
        that somebody asked for it is remembered, without who it was.
      </p>
      <ButtonLink href="/">To the front page</ButtonLink>
    </div>
  )
}

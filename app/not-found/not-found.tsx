import type { ReactNode } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { RootData } from '#client/page/use-site.ts'
import { ButtonLink } from '#client/ui/button.tsx'

/** The 404 page; also renders if the site's texts could not be loaded. */
export function NotFound() {
  const root = useRouteLoaderData<RootData>('root')
  return <SomewhereElse title="Page Not Found">{root?.site.texts.notFound.lead}</SomewhereElse>
}

/** The 503 page, shown while the database does not answer. */
export function BackInAMoment() {
  return (
    <SomewhereElse title="Temporarily unavailable">
      Please reload the page in a minute.
    </SomewhereElse>
  )
}

/** Shown after an unexpected rendering error, which the server has logged. */
export function SomethingWentWrong() {
  return <SomewhereElse title="Something went wrong">Please reload the page.</SomewhereElse>
}

/** Common layout of the error pages; needs no data. */
function SomewhereElse({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className="on-stage pool grid min-h-dvh place-items-center px-gutter">
      <title>{title}</title>
      <meta name="robots" content="noindex" />
      <div className="max-w-reading py-16 text-center">
        <h1 className="text-title">{title}</h1>
        <p className="mt-4 text-lead">{children}</p>
        <ButtonLink size="large" href="/" className="mt-8">
          Go to home page
        </ButtonLink>
      </div>
    </main>
  )
}

import type { ReactNode } from 'react'
import type { PageHeadingProps } from '#client/admin/page-heading.tsx'
import { NotLoaded } from '#client/page/load-failed.tsx'

type SettingsSectionProps<Answer> = {
  id: string
  title: string
  /** Component of the heading: by default an `h2`; pass `PageHeading` for the page's `h1`. */
  heading?: typeof PartHeading
  /** Description of the section in one or two sentences. */
  about?: ReactNode
  /** Action rendered next to the section's heading. */
  action?: ReactNode
  query: { data: Answer | undefined; error: Error | null; refetch: () => Promise<unknown> }
  /** Plural noun in the error message: "limits" gives "The limits could not be loaded." */
  what: string
  /** CSS class of the loading skeleton; as high as the content, so that nothing below moves. */
  skeleton: string
  children: (answer: Answer) => ReactNode
}

/** Renders a section with a heading and either its loaded content, a skeleton, or an error message. */
export function SettingsSection<Answer>(props: SettingsSectionProps<Answer>) {
  const { id, query, what, heading: Heading = PartHeading } = props
  return (
    <section id={id} aria-labelledby={`${id}-heading`} className="scroll-mt-20">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <Heading id={`${id}-heading`}>{props.title}</Heading>
        {props.action}
      </div>
      {props.about && <p className="mt-2 max-w-reading text-muted">{props.about}</p>}
      <NotLoaded
        query={query}
        message={`The ${what} could not be loaded. Please try again.`}
        skeleton={`mt-4 ${props.skeleton}`}
      />
      {query.data && <div className="mt-4">{props.children(query.data)}</div>}
    </section>
  )
}

function PartHeading({ id, children }: Pick<PageHeadingProps, 'id' | 'children'>) {
  return (
    <h2 id={id} tabIndex={-1} className="text-subheading outline-none">
      {children}
    </h2>
  )
}

import type { ReactNode } from 'react'

/** Limits content to the page's width, with responsive gutters. */
export function Container({
  className = '',
  children,
}: {
  className?: string
  children: ReactNode
}) {
  return <div className={`mx-auto w-full max-w-page px-gutter ${className}`}>{children}</div>
}

type SectionProps = {
  id?: string
  title: string
  lead?: ReactNode
  className?: string
  children: ReactNode
}

/** A section labelled by its heading. */
export function Section({ id, title, lead, className = '', children }: SectionProps) {
  const headingId = `${id ?? title.toLowerCase().replaceAll(/\W+/g, '-')}-heading`
  return (
    <section id={id} aria-labelledby={headingId} className={`py-section ${className}`}>
      <Container>
        <h2 id={headingId} className="text-title">
          {title}
        </h2>
        {lead && <p className="mt-4 max-w-reading text-lead text-muted">{lead}</p>}
        <div className="mt-10 sm:mt-12">{children}</div>
      </Container>
    </section>
  )
}

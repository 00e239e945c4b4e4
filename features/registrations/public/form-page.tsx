import type { ReactNode } from 'react'
import { formId } from '#client/forms/form-answer.ts'
import { SiteFooter } from '#client/page/site-footer.tsx'
import { SiteHeader } from '#client/page/site-header.tsx'
import { Container } from '#client/ui/section.tsx'

/**
 * Renders a public form as a page, which visitors without JavaScript and links from elsewhere use instead
 * of the dialog.
 */
export function FormPage({
  title,
  lead,
  children,
}: {
  title: string
  lead?: string
  children: ReactNode
}) {
  return (
    <>
      <SiteHeader />
      <main id="main" className="on-stage pool py-12 sm:py-section">
        <Container className="grid justify-items-center">
          <div
            id={formId}
            className="w-full max-w-xl scroll-mt-24 rounded-lg border border-line bg-raised px-5 py-8 shadow-float sm:px-9 sm:py-10"
          >
            <h1 className="text-heading wrap-anywhere">{title}</h1>
            {lead && <p className="mt-3 text-muted">{lead}</p>}
            {children}
          </div>
        </Container>
      </main>
      <SiteFooter />
    </>
  )
}

import { Info } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { MetaArgs, MetaDescriptor } from 'react-router'
import { siteOfMatches } from '#client/page/use-site.ts'

/**
 * Returns an admin page's `meta` function, which sets the document title and excludes the page from search
 * engines.
 */
export function describeAdminPage(name?: string) {
  return ({ matches }: MetaArgs): MetaDescriptor[] => {
    const series = siteOfMatches(matches)?.site.series.name
    const admin = series === undefined ? 'Admin Dashboard' : `${series} Admin Dashboard`
    return [
      { title: name === undefined ? admin : `${name} | ${admin}` },
      { name: 'robots', content: 'noindex' },
    ]
  }
}

export type PageHeadingProps = { id?: string; ref?: Ref<HTMLHeadingElement>; children: ReactNode }

/** The `h1` of an admin page. On mount, the heading receives the focus if no other element has it. */
export function PageHeading({ id, ref, children }: PageHeadingProps) {
  const own = useRef<HTMLHeadingElement>(null)
  useImperativeHandle(ref, () => own.current!, [])
  // After sign-in, the page replaces the focused sign-in form, so the browser moves the focus to the body. Move the
  // focus to the heading.
  useEffect(() => {
    if (document.activeElement === document.body) own.current?.focus({ preventScroll: true })
  }, [])
  return (
    <h1 ref={own} id={id} tabIndex={-1} className="text-heading outline-none">
      {children}
    </h1>
  )
}

/** A list of messages about missing server settings and their consequences. */
export function SetupNotes({ notes = [] }: { notes: string[] | undefined }) {
  if (notes.length === 0) return null
  return (
    <ul className="mt-4 grid gap-2 rounded-md border border-line bg-raised px-4 py-3 text-small">
      {notes.map((note) => (
        <li key={note} className="flex items-start gap-2.5 wrap-anywhere">
          <Info aria-hidden size={17} className="mt-0.5 shrink-0 text-glow" />
          <span className="min-w-0">{note}</span>
        </li>
      ))}
    </ul>
  )
}

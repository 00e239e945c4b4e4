import { ArrowUpRight, Menu, X } from 'lucide-react'
import { type ToggleEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Container } from '#client/ui/section.tsx'
import { useSite } from './use-site.ts'

/** The top navigation bar. Specification, "Front page". */
export function SiteHeader() {
  return (
    <header className="on-stage sticky top-0 z-40 border-b border-line">
      <Container className="flex h-16 items-center justify-between gap-4">
        <div className="flex min-w-0 items-center gap-4">
          {/* In the row while it has the focus: above something it would leave half a target beside it. */}
          <a
            href="#main"
            className="inline-flex min-h-11 shrink-0 items-center rounded-md bg-accent px-4 font-semibold text-accent-ink not-focus:sr-only"
          >
            Skip to the content
          </a>
          <Brand />
        </div>
        <nav aria-label="Main" className="hidden items-center gap-2 md:flex">
          <NavigationLinks className="px-3" />
        </nav>
        <MobileMenu />
      </Container>
    </header>
  )
}

function NavigationLinks({ className, onFollow }: { className: string; onFollow?: () => void }) {
  const { site, hasInterviews } = useSite()
  const look = `inline-flex min-h-11 items-center gap-1.5 rounded-md font-medium text-ink hover:text-glow ${className}`
  return (
    <>
      <Link
        to={hasInterviews ? '/#completed-events' : '/members'}
        onClick={onFollow}
        className={look}
      >
        Watch Previous Interviews
      </Link>
      {onFollow && (
        <Link to="/members" onClick={onFollow} className={look}>
          Video library
        </Link>
      )}
      <a href={site.series.aboutUrl} rel="noopener" onClick={onFollow} className={look}>
        About
        <ArrowUpRight aria-hidden size={17} />
      </a>
    </>
  )
}

/**
 * A popover of the platform: Escape and a press elsewhere close it, and it opens without
 * JavaScript.
 */
function MobileMenu() {
  const menu = useRef<HTMLElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const Icon = isOpen ? X : Menu
  return (
    <div className="md:hidden">
      <button
        type="button"
        // By this the browser itself says what it opens, and whether it is.
        popoverTarget="mobile-menu"
        aria-label={isOpen ? 'Close menu' : 'Open menu'}
        className="-mr-2 grid size-11 place-items-center rounded-md text-ink hover:text-glow"
      >
        <Icon aria-hidden size={24} />
      </button>
      <nav
        ref={menu}
        id="mobile-menu"
        aria-label="Main"
        popover="auto"
        onToggle={(event: ToggleEvent<HTMLElement>) => setIsOpen(event.newState === 'open')}
        className="on-stage fixed inset-x-0 top-16 bottom-auto m-0 w-full max-w-none animate-lights-up flex-col border-b border-line px-gutter py-3 shadow-float [&:popover-open]:flex"
      >
        <NavigationLinks
          className="min-h-13 text-lead"
          onFollow={() => menu.current?.hidePopover()}
        />
      </nav>
    </div>
  )
}

/** The logo of the series, or its name with its first letter on the accent, and the way back to its front page. */
export function Brand() {
  const { series, look } = useSite().site
  const logo = look.logo?.[look.scheme === 'light' ? 'light' : 'dark']
  return (
    <Link
      to="/"
      className="inline-flex min-h-11 min-w-0 items-center gap-2.5 font-display text-subheading leading-none font-semibold text-ink"
    >
      {logo ? (
        <img
          src={logo.src}
          alt={series.name}
          width={logo.width}
          height={logo.height}
          className="h-9 w-auto max-w-full object-contain object-left"
        />
      ) : (
        <>
          <span
            aria-hidden
            className="grid size-8 shrink-0 place-items-center rounded-sm bg-accent text-accent-ink"
          >
            {String.fromCodePoint(series.name.codePointAt(0)!).toUpperCase()}
          </span>
          <span className="truncate pb-[0.12em]">{series.name}</span>
        </>
      )}
    </Link>
  )
}

import { ArrowUpRight, Menu, X } from 'lucide-react'
import { type ToggleEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { Container } from '#client/ui/section.tsx'
import { useSite } from './use-site.ts'

/** The top navigation bar. */
export function SiteHeader() {
  return (
    <header className="on-stage sticky top-0 z-40 border-b border-line">
      <Container className="flex h-16 items-center justify-between gap-4">
        <div className="flex min-w-0 items-center gap-4">
          {/* The "Skip to content" link takes space in the row while it has the focus. As an overlay, it would
             cover half of the logo. */}
          <a
            href="#main"
            className="inline-flex min-h-11 shrink-0 items-center rounded-md bg-accent px-4 font-semibold text-accent-ink not-focus:sr-only"
          >
            Skip to content
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

/** Returns whether the browser supports popovers, as Chrome 114, Firefox 125 and Safari 17 do. */
function hasPopovers(): boolean {
  return 'popover' in HTMLElement.prototype
}

/**
 * The navigation menu on small screens: a popover, which browsers open and close without scripts. In browsers
 * without popovers, React opens and closes it.
 */
function MobileMenu() {
  const frame = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const Icon = isOpen ? X : Menu

  useEffect(() => {
    if (!isOpen || hasPopovers()) return undefined
    function closeOnEscape({ key }: KeyboardEvent) {
      if (key === 'Escape') setIsOpen(false)
    }
    function closeOnPressElsewhere({ target }: Event) {
      if (!frame.current?.contains(target as Node)) setIsOpen(false)
    }
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('pointerdown', closeOnPressElsewhere)
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('pointerdown', closeOnPressElsewhere)
    }
  }, [isOpen])

  function close() {
    if (hasPopovers()) menu.current?.hidePopover()
    else setIsOpen(false)
  }

  return (
    <div ref={frame} className="md:hidden">
      <button
        type="button"
        // With `popoverTarget`, the browser announces whether the menu is open, so no `aria-expanded` is needed.
        popoverTarget="mobile-menu"
        onClick={() => hasPopovers() || setIsOpen(!isOpen)}
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
        data-open={isOpen && !hasPopovers()}
        onToggle={(event: ToggleEvent<HTMLElement>) => setIsOpen(event.newState === 'open')}
        className="on-stage fixed inset-x-0 top-16 bottom-auto m-0 hidden w-full max-w-none animate-lights-up flex-col border-b border-line px-gutter py-3 shadow-float data-[open=true]:flex [&:popover-open]:flex"
      >
        <NavigationLinks className="min-h-13 text-lead" onFollow={close} />
      </nav>
    </div>
  )
}

/** The series' logo, or its name with the first letter in the accent colour, as a link to the front page. */
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

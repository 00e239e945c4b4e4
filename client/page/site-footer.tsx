import { Link } from 'react-router'
import { Container } from '#client/ui/section.tsx'
import { useSite } from './use-site.ts'

export function SiteFooter() {
  const { site } = useSite()
  const look =
    'inline-flex min-h-11 items-center underline decoration-line-strong decoration-1 underline-offset-4 hover:text-glow hover:decoration-glow'
  return (
    <footer className="on-stage border-t border-line text-small text-muted">
      <Container className="flex flex-wrap items-center justify-between gap-x-10 gap-y-3 py-8">
        <p className="max-w-reading">
          {site.footer?.text ?? `${site.series.name}: ${site.series.tagline}.`}
        </p>
        <nav aria-label="Footer" className="flex flex-wrap gap-x-6">
          <Link to="/members" className={look}>
            Video library
          </Link>
          <Link to="/events" className={look}>
            All events
          </Link>
          {/* The plain https URL of the calendar feed, to which calendar apps can subscribe. */}
          <a href="/calendar.ics" type="text/calendar" className={look}>
            Calendar feed
          </a>
          <a href={site.series.aboutUrl} rel="noopener" className={look}>
            About
          </a>
          {site.series.privacyUrl && (
            <a href={site.series.privacyUrl} rel="noopener" className={look}>
              Privacy
            </a>
          )}
          {site.series.imprintUrl && (
            <a href={site.series.imprintUrl} rel="noopener" className={look}>
              Imprint
            </a>
          )}
        </nav>
      </Container>
    </footer>
  )
}

import { useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, RefreshCw } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useRole } from '#client/admin/for-role.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Container } from '#client/ui/section.tsx'
import { settings } from '#features/settings/admin/settings-query.ts'
import { authStatusKey } from '#features/sign-in/public/session.ts'
import { type Entry, findPlace, listEntries, type Section } from './admin-entries.ts'

/**
 * The navigation of the admin area: a row at the top; on phones, a bar at the bottom, which is hidden while a form's
 * save bar is shown.
 */
export function AdminNav() {
  const { pathname } = useLocation()
  const { entry } = findPlace(pathname)
  const entries = listEntries(useRole())
  return (
    <div
      data-admin-nav
      className="z-20 border-line bg-canvas max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:border-t max-sm:pb-[env(safe-area-inset-bottom)] max-sm:in-[body:has([data-unsaved])]:hidden sm:sticky sm:top-0 sm:border-b print:hidden"
    >
      <Container className="flex items-center justify-between gap-3 max-sm:px-0">
        <nav aria-label="Admin area" className="max-sm:w-full sm:-ml-2 lg:-ml-3">
          <ul className="flex max-sm:justify-around">
            {entries.map((one) => (
              <li key={one.path} className={one.isInBar ? 'max-sm:flex-1' : 'max-sm:hidden'}>
                <EntryLink {...one} isCurrent={one.path === entry?.path} />
              </li>
            ))}
            <li className="flex-1 sm:hidden">
              <MoreButton entry={entry} />
            </li>
          </ul>
        </nav>
        <RefreshButton className={`${entryLook} max-sm:hidden`} labelClass="max-lg:sr-only" />
      </Container>
    </div>
  )
}

type EntryLinkProps = Entry & { to: string; isCurrent: boolean }

function EntryLink({ to, name, icon: Icon, isCurrent }: EntryLinkProps) {
  const { pathname } = useLocation()
  return (
    <Link to={to} aria-current={currentness(isCurrent, to === pathname)} className={entryLook}>
      <Icon aria-hidden size={20} className="sm:hidden" />
      {name}
    </Link>
  )
}

/**
 * Returns the value of `aria-current`: `page` on the linked page itself, `true` on a page below it, such as an
 * event's.
 */
function currentness(isCurrent: boolean, isPage: boolean) {
  if (!isCurrent) return undefined
  return isPage ? 'page' : 'true'
}

const entryLook =
  'flex items-center border-transparent font-medium whitespace-nowrap text-muted -outline-offset-3 hover:text-glow aria-[current]:border-accent-edge aria-[current]:text-ink max-sm:min-h-14 max-sm:w-full max-sm:flex-col max-sm:justify-center max-sm:gap-0.5 max-sm:border-t-2 max-sm:text-caption sm:min-h-11 sm:gap-2 sm:border-b-2 sm:px-2 sm:text-small lg:px-3'

/** On phones: opens a sheet with Refresh and the navigation entries that are not in the bottom bar. */
function MoreButton({ entry }: { entry: Entry | undefined }) {
  const { pathname } = useLocation()
  const [isOpen, setIsOpen] = useState(false)
  const hidden = listEntries(useRole()).filter(({ isInBar }) => !isInBar)
  const isCurrent = hidden.some(({ path }) => path === entry?.path)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={() => setIsOpen(true)}
        className={entryLook}
      >
        <Ellipsis aria-hidden size={20} />
        More
      </button>
      {isOpen && (
        <Dialog title="More" size="narrow" onClose={() => setIsOpen(false)}>
          <ul className="mt-4 grid">
            {hidden.map(({ path, to, name, icon: Icon }) => (
              <li key={path}>
                <Link
                  to={to}
                  aria-current={currentness(entry?.path === path, to === pathname)}
                  onClick={() => setIsOpen(false)}
                  className={sheetLook}
                >
                  <Icon aria-hidden size={20} />
                  {name}
                </Link>
              </li>
            ))}
            <li>
              <RefreshButton className={sheetLook} onPress={() => setIsOpen(false)} />
            </li>
          </ul>
        </Dialog>
      )}
    </>
  )
}

const sheetLook =
  'flex min-h-12 w-full items-center gap-3 border-t border-line font-medium aria-[current]:text-glow'

/** Refetches the data of the current page at once, and the data of other pages when they are opened. */
function RefreshButton({
  className,
  labelClass,
  onPress,
}: {
  className: string
  labelClass?: string
  onPress?: () => void
}) {
  const queryClient = useQueryClient()
  const isFetching = useIsFetching() > 0
  function refresh() {
    onPress?.()
    if (isFetching) return
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] !== authStatusKey[0],
    })
  }
  return (
    <button
      type="button"
      aria-disabled={isFetching || undefined}
      onClick={refresh}
      className={`${className} aria-disabled:opacity-60`}
    >
      <RefreshCw aria-hidden size={18} className={isFetching ? 'animate-breathe' : ''} />
      <span className={labelClass}>Refresh</span>
    </button>
  )
}

/** Links to the sections of the admin area's current navigation entry; null if the entry has no sections. */
export function SectionNav() {
  const { entry, section } = findPlace(useLocation().pathname)
  const sections = listEntries(useRole()).find(({ path }) => path === entry?.path)?.sections
  if (!sections) return null
  if (sections.every(({ needs }) => !needs)) return <Sections {...{ sections, section }} />
  return <ConnectedSections {...{ sections, section }} />
}

type SectionsProps = { sections: Section[]; section: Section | undefined }

/**
 * Renders links to an entry's sections. Omits sections whose external service is not configured, except for the section
 * that is open.
 */
function ConnectedSections({ sections, ...props }: SectionsProps) {
  const { data } = useQuery({ ...settings, staleTime: 60_000 })
  const isConnected = (needs: Section['needs']) =>
    data?.services.some((service) => service.name === needs && service.isSet) === true
  const shown = sections.filter(
    (one) => !one.needs || one === props.section || isConnected(one.needs),
  )
  return <Sections sections={shown} {...props} />
}

function Sections({ sections, section }: SectionsProps) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="Sections" className="mb-6 border-b border-line print:hidden">
      <ul className="-ml-2.5 flex flex-wrap">
        {sections.map((one) => (
          <li key={one.path}>
            <Link
              to={one.path}
              aria-current={currentness(one === section, one.path === pathname)}
              className="-mb-px inline-flex min-h-11 items-center border-b-2 border-transparent px-2.5 text-small font-medium text-muted -outline-offset-3 hover:text-glow aria-[current]:border-accent-edge aria-[current]:text-ink"
            >
              {one.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

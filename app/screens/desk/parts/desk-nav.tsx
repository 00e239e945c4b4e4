import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { Container } from '#app/ui/section.tsx'
import { adminRooms, isInRoom } from './desk-rooms.ts'
import { adminNavLook, RefreshButton } from './refresh-button.tsx'

/** The way to every room, always in reach, and what reads the present one anew. */
export function AdminNav() {
  const { pathname } = useLocation()
  const room = adminRooms.find(({ path }) => isInRoom(path, pathname))?.path
  const strip = useRef<HTMLElement>(null)
  // On a telephone only some of the names are in sight: the present one is.
  useEffect(() => {
    const area = strip.current
    const link = area?.querySelector<HTMLElement>(`a[href="${room}"]`)
    if (area && link) area.scrollLeft = link.offsetLeft - (area.clientWidth - link.offsetWidth) / 2
  }, [room])
  return (
    <div className="sticky top-0 z-20 border-b border-line bg-canvas print:hidden">
      <Container className="flex items-center gap-3">
        <nav
          ref={strip}
          aria-label="Admin area"
          className="relative -ml-2.5 min-w-0 grow overflow-x-auto [mask-image:linear-gradient(to_right,black_calc(100%-1.75rem),transparent)]"
        >
          <ul className="flex w-max pr-7">
            {adminRooms.map(({ path, name }) => (
              <li key={path}>
                <Link
                  to={path}
                  // A page that belongs to the room, such as the editor of an event, is not the room's own.
                  aria-current={path === room ? (path === pathname ? 'page' : 'true') : undefined}
                  className={adminNavLook}
                >
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <RefreshButton />
      </Container>
    </div>
  )
}

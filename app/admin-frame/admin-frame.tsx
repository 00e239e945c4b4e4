import { LogOut } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { PageForRole, RoleProvider } from '#client/admin/for-role.tsx'
import { Brand } from '#client/page/site-header.tsx'
import { Button } from '#client/ui/button.tsx'
import { Container } from '#client/ui/section.tsx'
import { useAdminLogout } from '#features/administrators/admin/admin-session.ts'
import { HeldMails } from '#features/event-mails/admin/held-mails.tsx'
import { authStatusOnAdmin, useAuthStatus } from '#features/sign-in/public/session.ts'
import { findPlace } from './admin-entries.ts'
import { AdminNav, SectionNav } from './admin-nav.tsx'
import { useKeptPlace } from './use-kept-place.ts'

/**
 * The frame of every page of the admin area: header, navigation, and the sections of the current navigation entry.
 */
export function AdminFrame({ children }: { children: ReactNode }) {
  useKeptPlace()
  useFilledFields()
  // The visitor may not be signed in: the public page that imports attendees uses this frame, too.
  const { status } = useAuthStatus(authStatusOnAdmin)
  const isAdmin = status?.isAdmin === true
  const { entry, section } = findPlace(useLocation().pathname)
  const needed = section?.role ?? entry?.role ?? 'viewer'
  return (
    <RoleProvider value={status?.role ?? 'owner'}>
      <div className="flex min-h-dvh flex-col">
        <AdminHeader isAdmin={isAdmin} />
        {isAdmin && <AdminNav />}
        <main id="main" className="grow pt-4 pb-20 sm:pt-6">
          <Container>
            {isAdmin && <SectionNav />}
            {isAdmin && <HeldMails />}
            <PageForRole needs={needed}>{children}</PageForRole>
          </Container>
        </main>
      </div>
    </RoleProvider>
  )
}

type TypedField = HTMLInputElement | HTMLTextAreaElement

/**
 * Dispatches an `input` event for each field of the clicked or submitted form, before handlers of the click run:
 * password managers and browsers may fill fields without events. React ignores it for fields whose value it knows.
 */
function reportFilledFields({ target }: Event) {
  const pressed = target instanceof Element ? target.closest('form, button') : null
  const form = pressed instanceof HTMLButtonElement ? pressed.form : pressed
  if (!(form instanceof HTMLFormElement)) return
  const fields = [...form.querySelectorAll<TypedField>('input, textarea')]
  for (const [field, value] of fields.map((each) => [each, each.value] as const)) {
    // React may have reset this field while it handled the event of an earlier field, so set the value again. Use the
    // prototype's setter: with the element's own setter, React would regard the value as known and ignore the event.
    if (field.value !== value) Reflect.set(Object.getPrototypeOf(field), 'value', value, field)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/** Lets every form of the admin area save fields that a password manager filled without events. */
function useFilledFields() {
  useEffect(() => {
    const types = ['click', 'submit']
    for (const type of types) window.addEventListener(type, reportFilledFields, true)
    return () => {
      for (const type of types) window.removeEventListener(type, reportFilledFields, true)
    }
  }, [])
}

/** The name of the series, and Logout for administrators. */
function AdminHeader({ isAdmin }: { isAdmin: boolean }) {
  const logout = useAdminLogout()
  return (
    <header className="on-stage border-b border-line print:hidden">
      <Container className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2">
        <Brand />
        {isAdmin && (
          <Button
            variant="quiet"
            className="px-0! text-small!"
            pending={logout.isPending}
            onClick={() => logout.mutate()}
          >
            <LogOut aria-hidden size={17} />
            Logout
          </Button>
        )}
      </Container>
    </header>
  )
}

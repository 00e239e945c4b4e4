import { createContext, type ReactNode, useContext } from 'react'
import {
  type AdministratorRole,
  explainNeededRole,
  hasRightsOf,
} from '#kernel/administrator-roles.ts'

/**
 * The role of the signed-in administrator, by which screens hide controls. The server checks the role on every
 * call.
 */
const RoleContext = createContext<AdministratorRole>('owner')

export const RoleProvider = RoleContext.Provider

/** Returns the role of the signed-in administrator. */
export function useRole(): AdministratorRole {
  return useContext(RoleContext)
}

/** Returns whether the signed-in administrator has the role `needed` or one with more rights. */
export function useHasRole(needed: AdministratorRole): boolean {
  return hasRightsOf(useRole(), needed)
}

type ForRoleProps = { needs: AdministratorRole; children: ReactNode }

/** Renders its children only for administrators who have the role `needs` or one with more rights. */
export function ForRole({ needs, children }: ForRoleProps) {
  return useHasRole(needs) ? children : null
}

/**
 * If the administrator lacks the role `needs`, displays a sentence about the required role in place of the page's
 * content.
 */
export function PageForRole({ needs, children }: ForRoleProps) {
  return useHasRole(needs) ? children : <p className="text-muted">{explainNeededRole(needs)}</p>
}

/** Shows a form to editors and owners. Viewers see the form with its controls disabled. */
export function FormForEditors({ children }: { children: ReactNode }) {
  if (useHasRole('editor')) return children
  return (
    <>
      <p className="mb-5 text-small font-semibold">
        You can view this, but not change it. {explainNeededRole('editor')}
      </p>
      <fieldset disabled className="contents">
        {children}
      </fieldset>
    </>
  )
}
